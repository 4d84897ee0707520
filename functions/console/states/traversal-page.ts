import type { ShownTraversal, StatePicture, TraversalStates } from '../../../shared/wings/clicking/saved-states.ts';
import type { PageState } from '../../../shared/wings/clicking/state-files.ts';
import { ask, askList, unlessRefused } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { type Child, el, facts, headed, pageLink, pageText, section, shownText, table } from '../page/dom.ts';
import { wholeTable } from '../page/paged-table.ts';
import { hashOfTraversal, type ViewContext } from '../page/route.ts';
import { named, number, t } from '../words/language.ts';
import { mostDrawnStates, stateGraphPicture } from './state-graph-picture.ts';

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
    section(t('graphAsTable'), list),
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
  const asked = ask<{ readonly traversals: readonly ShownTraversal[] }>(['traversals'], { signal });
  const { traversals = [] } = (await unlessRefused(asked, 404)) ?? {};
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

/** Buttons and presses of a state that are listed. */
const mostListed = 100;

/** Describes the chosen state, and shows a picture of the page in it on request, where its answers are kept for that. */
function statePanel(
  traversal: string,
  hasPictures: boolean,
  signal: AbortSignal,
): { readonly element: HTMLElement; show(state: PageState): void } {
  const element = el('section', { class: 'node' }, el('p', { class: 'hint' }, t('chooseState')));
  return {
    element,
    show(state) {
      const heading = el('h2', { tabindex: -1 }, [
        state.isRoot ? t('rootState', { id: state.id }) : t('stateNumber', { id: state.id }),
      ]);
      const picture = el('div', { role: 'status' });
      const make = button(t('makePicture'), async () => {
        picture.replaceChildren(el('p', { class: 'hint' }, t('loading')));
        picture.replaceChildren(await pictureOf(traversal, state.id, signal).catch(clearing(picture)));
      });
      const rest = hasPictures
        ? [el('p', { class: 'actions' }, make), picture]
        : [el('p', { class: 'hint' }, t('noPictures'))];
      element.replaceChildren(heading, factsOf(state), ...rest);
      heading.focus();
    },
  };
}

function clearing(picture: HTMLElement): (error: unknown) => never {
  return error => {
    picture.replaceChildren();
    throw error;
  };
}

async function pictureOf(traversal: string, id: number, signal: AbortSignal): Promise<HTMLElement> {
  const made = await ask<StatePicture>(['traversals', traversal, 'states', id, 'picture'], { method: 'POST', signal });
  const { png, presses, isOther, unanswered } = made;
  return el('figure', {}, [
    el('img', { src: `data:image/png;base64,${png}`, alt: t('pictureOfState', { id }) }),
    el('figcaption', {}, [
      t('pictureMade', { count: presses }),
      isOther ? ` ${t('pictureOther')}` : undefined,
      unanswered > 0 ? ` ${t('pictureUnanswered', { count: unanswered })}` : undefined,
    ]),
  ]);
}

function factsOf({ links, buttons, edges }: PageState): HTMLElement {
  const presses = edges.map(({ button: text, times, to }) =>
    el('li', {}, nameOf(text), ` ${times === 1 ? '' : `×${number(times)} `}→ ${t('stateNumber', { id: to })}`),
  );
  return facts([
    [t('addressesInLinks'), number(links)],
    [t('buttons'), listOf(buttons.map(text => el('li', {}, nameOf(text))))],
    [t('pressesLead'), listOf(presses)],
  ]);
}

function nameOf(text: string): HTMLElement {
  return text === '' ? el('i', {}, t('withoutText')) : pageText(text);
}

function listOf(items: readonly HTMLElement[]): Child {
  if (items.length === 0) return '–';
  const more = items.length - mostListed;
  return el('ul', {}, [
    ...items.slice(0, mostListed),
    more > 0 ? el('li', {}, t('andMore', { count: more })) : undefined,
  ]);
}
