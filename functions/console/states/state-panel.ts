import type { StatePicture } from '../../../shared/wings/clicking/saved-states.ts';
import type { PageState } from '../../../shared/wings/clicking/state-files.ts';
import { ask } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { type Child, el } from '../page/dom.ts';
import { pageText } from '../page/shown-text.ts';
import { number, t } from '../words/language.ts';

/** Buttons and presses of a state that are listed. */
const mostListed = 100;

/** Describes the chosen state, and shows a picture of the page in it on request, where its answers are kept for that. */
export function statePanel(
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
      element.replaceChildren(heading, facts(state), ...rest);
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

function facts({ links, buttons, edges }: PageState): HTMLElement {
  const presses = edges.map(({ button: text, times, to }) =>
    el('li', {}, nameOf(text), ` ${times === 1 ? '' : `×${number(times)} `}→ ${t('stateNumber', { id: to })}`),
  );
  return el('dl', {}, [
    ...fact(t('addressesInLinks'), number(links)),
    ...fact(t('buttons'), listOf(buttons.map(text => el('li', {}, nameOf(text))))),
    ...fact(t('pressesLead'), listOf(presses)),
  ]);
}

function fact(name: string, value: Child): readonly HTMLElement[] {
  return [el('dt', {}, name), el('dd', {}, value)];
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
