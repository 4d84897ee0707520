import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { t } from '../words/language.ts';
import type { PictureEdge } from './graph-picture.ts';

const mostNamed = 12;

/** The neighbours of a node, before and behind it, each as a button that goes there; and a switch to draw no other nodes. */
export function neighbourLists(
  id: string,
  edges: readonly PictureEdge[],
  nameOf: (id: string) => string,
  { choose, isolate }: { choose(id: string): void; isolate(id: string | undefined): void },
): HTMLElement {
  const list = (heading: string, ids: readonly string[]): HTMLElement | undefined =>
    ids.length === 0
      ? undefined
      : el('div', {}, [
          el('h2', {}, heading),
          el('ul', { class: 'neighbours' }, [
            ...ids
              .slice(0, mostNamed)
              .map(each => el('li', {}, [button(nameOf(each), () => choose(each), { class: 'link' })])),
            ids.length > mostNamed ? el('li', {}, t('moreFound', { count: ids.length - mostNamed })) : undefined,
          ]),
        ]);
  const from = edges.filter(({ source, target }) => target === id && source !== id).map(({ source }) => source);
  const to = edges.filter(({ source, target }) => source === id && target !== id).map(({ target }) => target);
  const alone = el('input', { type: 'checkbox' });
  alone.addEventListener('change', () => isolate(alone.checked ? id : undefined));
  isolate(undefined);
  return el('div', {}, [
    el('label', { class: 'check' }, alone, t('neighboursOnly')),
    list(t('linkedFrom', { count: from.length }), from),
    list(t('linksToNodes', { count: to.length }), to),
  ]);
}
