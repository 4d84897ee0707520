import type { ShownTraversal, TraversalStates } from '../../../shared/wings/clicking/saved-states.ts';
import type { PageState } from '../../../shared/wings/clicking/state-files.ts';
import { ApiProblem, ask, askList } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { hashOfTraversal, type ViewContext } from '../page/route.ts';
import { pageLink, pageText, shownText } from '../page/shown-text.ts';
import { headed, table } from '../page/tables.ts';
import { wholeTable } from '../page/whole-table.ts';
import { named, number, t } from '../words/language.ts';
import { mostDrawnStates, stateGraphPicture } from './state-graph-picture.ts';
import { statePanel } from './state-panel.ts';

/** A page that was clicked through: its states as a picture and as a table, and what is known of each. */
export async function traversalPage({ route, signal }: ViewContext): Promise<HTMLElement> {
  const { id } = route;
  const traversal = await askList<TraversalStates>(['traversals', id], {}, signal);
  const { states } = traversal;
  const byId = new Map(states.map(state => [state.id, state]));
  const panel = statePanel(id, traversal.loads !== undefined, signal);
  const choose = (chosen: number): void => {
    const state = byId.get(chosen);
    if (state === undefined) return;
    history.replaceState(null, '', hashOfTraversal(id, chosen));
    picture.select(chosen);
    panel.show(state);
  };
  const picture = stateGraphPicture(states, choose);
  const list = await stateTable(states, choose);
  const asked = Number(route.query.get('state') ?? Number.NaN);
  // Once it is in the document, so that the focus can move there.
  if (byId.has(asked)) setTimeout(() => choose(asked));
  return el('div', {}, [
    el('h1', { tabindex: -1 }, shownText(traversal.url)),
    el('p', {}, pageLink(traversal.url), ` ${sentenceOf(traversal)}`),
    states.length > mostDrawnStates
      ? el('p', { class: 'hint' }, t('statesDrawn', { drawn: mostDrawnStates, all: states.length }))
      : undefined,
    el('div', { class: 'graph' }, el('div', { class: 'stage' }, picture.element), panel.element),
    el('section', {}, el('h2', {}, t('graphAsTable')), list),
  ]);
}

function sentenceOf({ presses, loads, stateCount, ended }: ShownTraversal): string {
  const facts = { presses: number(presses), states: number(stateCount) };
  const told = loads === undefined ? t('crawledFacts', facts) : t('traversalFacts', { ...facts, loads: number(loads) });
  return `${told} ${named('ended', ended ?? 'open')}.`;
}

async function stateTable(states: readonly PageState[], choose: (id: number) => void): Promise<HTMLElement> {
  return await wholeTable(states, {
    caption: t('statesOfPage'),
    columns: headed('state', '#addressesInLinks', '#buttons', 'pressesLead', 'picture'),
    cellsOf: state => [
      state.isRoot ? t('rootState', { id: state.id }) : t('stateNumber', { id: state.id }),
      number(state.links),
      number(state.buttons.length),
      [...new Set(state.edges.map(({ to }) => to))].slice(0, 30).join(', '),
      button(t('show'), () => choose(state.id), { class: 'small' }),
    ],
    empty: t('noStates'),
  });
}

/** Pages that were clicked through on this machine; undefined if there are none, or if the place keeps none. */
export async function traversalList(signal: AbortSignal): Promise<HTMLElement | undefined> {
  const traversals = await knownTraversals(signal);
  if (traversals.length === 0) return undefined;
  const columns = headed('page', '#pressesMade', '#states', 'end');
  const rows = traversals.map(({ id, url, presses, stateCount, ended }) => [
    el('span', {}, el('a', { href: hashOfTraversal(id) }, pageText(url)), el('small', {}, shownText(id))),
    number(presses),
    number(stateCount),
    named('ended', ended ?? 'open'),
  ]);
  return el('section', {}, table(t('traversals'), columns, rows));
}

async function knownTraversals(signal: AbortSignal): Promise<readonly ShownTraversal[]> {
  try {
    return (await ask<{ readonly traversals: readonly ShownTraversal[] }>(['traversals'], { signal })).traversals;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return [];
    throw error;
  }
}
