import type { PageOutline } from '../../../shared/wings/publications/grabber/pointing/page-outline.ts';
import { button, labelled, select } from '../page/controls.ts';
import { el, shownText } from '../page/dom.ts';
import { t } from '../words/language.ts';
import { type RuleField, ruleFields } from './rule-text.ts';

interface Pointing {
  /** Marks an element, and those to which a way leads. */
  mark(pointed: number | undefined, way: number | undefined): void;
  take(field: RuleField, xpath: string): void;
}

export interface PointingPanel {
  readonly element: HTMLElement;
  show(outline: PageOutline): void;
  point(place: number): void;
}

const mostShown = 200;

/** The element that is pointed at: its text, the ways to it as XPath, and to which field one of them is taken. */
export function pointingPanel({ mark, take }: Pointing): PointingPanel {
  const body = el('div', { role: 'status' });
  const field = select(ruleFields, each => [each, t(`fact.${each}`)], 'text');
  let outline: PageOutline | undefined;
  let at: number | undefined;

  function point(place: number): void {
    const node = outline?.nodes[place];
    if (outline === undefined || node?.length !== 3) return;
    at = place;
    const [, tag, ways] = node;
    mark(place, ways[0]);
    body.replaceChildren(
      el('p', {}, el('code', {}, `<${tag}>`), ` ${shownText(textIn(outline, place), mostShown)}`),
      ways.length === 0 ? el('p', { class: 'hint' }, t('ruleNoWay')) : wayList(outline, ways),
    );
  }

  function wayList({ paths }: PageOutline, ways: readonly number[]): HTMLElement {
    const items = ways.map(way => {
      const [xpath, count] = paths[way]!;
      const take_ = button(t('ruleTake'), () => take(field.value as RuleField, xpath), {
        class: 'small',
        'aria-label': t('ruleUse', { xpath }),
      });
      const item = el('li', {}, el('code', {}, xpath), el('small', {}, t('ruleMatches', { count })), take_);
      for (const kind of ['mouseenter', 'focusin']) item.addEventListener(kind, () => mark(at, way));
      return item;
    });
    return el('ul', { class: 'ways' }, items);
  }

  const step = (label: string, next: (nodes: PageOutline['nodes'], from: number) => number): HTMLElement =>
    button(
      label,
      () => {
        if (outline !== undefined) point(at === undefined ? 0 : next(outline.nodes, at));
      },
      { class: 'small' },
    );
  return {
    element: el('div', {}, [
      el('h2', {}, t('rulePointed')),
      el('p', { class: 'hint' }, t('rulePointHint')),
      el('p', { class: 'actions' }, [
        step(t('ruleOuter'), (nodes, from) => nodes[from]![0]),
        step(t('ruleInner'), (nodes, from) => nodes.findIndex(node => node[0] === from && node.length === 3)),
        step(t('ruleBefore'), (nodes, from) => sibling(nodes, from, -1)),
        step(t('ruleAfter'), (nodes, from) => sibling(nodes, from, 1)),
      ]),
      labelled(t('ruleUseAs'), field),
      body,
    ]),
    show(next) {
      outline = next;
      at = undefined;
      body.replaceChildren();
    },
    point,
  };
}

/** The element before or behind `at`, in the same element; -1 if no element is there. */
function sibling(nodes: PageOutline['nodes'], from: number, step: -1 | 1): number {
  const parent = nodes[from]![0];
  for (let place = from + step; place > parent && place < nodes.length; place += step) {
    const node = nodes[place]!;
    if (node[0] === parent && node.length === 3) return place;
    if (node[0] < parent) return -1;
  }
  return -1;
}

/** The beginning of the text of an element. */
function textIn({ nodes }: PageOutline, place: number): string {
  const inside = new Set([place]);
  let text = '';
  for (let at = place + 1; at < nodes.length && text.length <= mostShown; at += 1) {
    const node = nodes[at]!;
    if (!inside.has(node[0])) break;
    if (node.length === 2) text += `${node[1]} `;
    else inside.add(at);
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}
