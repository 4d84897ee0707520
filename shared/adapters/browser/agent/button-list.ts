/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Button } from '../../../wings/clicking/traversal-driver.ts';
import type { ElementPress } from './element-press.ts';
import type { PageChanges } from './page-changes.ts';
import type { Handled, PageHandlers } from './page-handlers.ts';
import type { Places } from './places.ts';

interface Candidate {
  readonly element: Element | undefined;
  readonly text: string;
  readonly priority: 0 | 1 | 2 | 3;
  readonly sources: readonly string[];
  readonly act: () => boolean;
}

/** The buttons of the page, with keys that name them in every state (S17, A5-A7). Uses nothing from outside itself (`agent-source.ts`). */
export class ButtonList {
  scrolls = false;
  scrollKey = '';
  /** Buttons that `buttons` left out when it was called last. */
  cut = 0;
  readonly #most: number;
  readonly #places: Places;
  readonly #changes: PageChanges;
  readonly #handlers: PageHandlers;
  readonly #press: ElementPress;
  #acts = new Map<string, () => boolean>();

  constructor(most: number, places: Places, changes: PageChanges, handlers: PageHandlers, press: ElementPress) {
    this.#most = most;
    this.#places = places;
    this.#changes = changes;
    this.#handlers = handlers;
    this.#press = press;
  }

  /** The act that presses a button of the newest state. */
  actOf(key: string): (() => boolean) | undefined {
    return this.#acts.get(key);
  }

  /** B in document order. */
  buttons(): Button[] {
    this.#acts = new Map();
    const counts = new Map<string, number>();
    const candidates = this.#candidates();
    const all = candidates.slice(0, 20 * this.#most).flatMap(candidate => this.#named(candidate, counts));
    this.cut = candidates.length - Math.min(all.length, this.#most);
    if (all.length <= this.#most) return all;
    const chosen = new Set([...all].sort((a, b) => a.priority - b.priority).slice(0, this.#most));
    return all.filter(button => chosen.has(button));
  }

  #named({ element, text, priority, sources, act }: Candidate, counts: Map<string, number>): Button[] {
    const same = sources.join('\0');
    const base = this.#name(`${text}\0${same}`);
    const nth = counts.get(base) ?? 0;
    counts.set(base, nth + 1);
    if (nth >= 50) return [];
    const key = nth === 0 ? base : `${base}.${nth}`;
    this.#acts.set(key, act);
    if (element === undefined) this.scrollKey = key;
    const kindOf = (node: Node) => this.#places.kindOf(node);
    const place = element === undefined ? '' : `${kindOf(element.parentElement ?? document)} ${kindOf(element)}`;
    const family = this.#name(`${text}\0${same}`.replace(/\d+/g, '#'));
    const kin = this.#name(`${place}\0${same}`.replace(/\d+/g, '#'));
    return [{ key, family, kin, text, priority }];
  }

  #name(text: string): string {
    return this.#places.hash(text).toString(36);
  }

  #candidates(): Candidate[] {
    const list = [...this.#handlers.all()].flatMap(([element, handled]) => this.#candidatesAt(element, handled));
    const chains = new Map(list.map(({ element }) => [element!, this.#places.chainOf(element!)]));
    list.sort((a, b) => this.#order(chains.get(a.element!)!, chains.get(b.element!)!));
    if (!this.scrolls) return list;
    const act = () => this.#press.scrollDown();
    return [{ element: undefined, text: 'scroll', priority: 0, sources: ['scroll'], act }, ...list];
  }

  #candidatesAt(element: Element, { types, sources }: Handled): Candidate[] {
    if (!this.#places.isShown(element) || this.#changes.isVolatile(element)) return [];
    // An element that listens to almost everything is the root of a framework, with the events of the elements in it.
    const isWhole = this.#isWhole(element) || types.size >= 15;
    const base = { element, priority: this.#priorityOf(element, isWhole), sources: [...sources].sort() };
    if (element.localName === 'select') {
      const list = element as HTMLSelectElement;
      return [...list.options].slice(0, 50).map(option => {
        const text = option.text.trim().slice(0, 160);
        return { ...base, text, act: () => this.#press.choose(list, option) };
      });
    }
    const label = this.#labelOf(element);
    const text = isWhole || label.length > 160 ? '' : label;
    return [{ ...base, text, act: () => this.#press.press(element, types) }];
  }

  /** Document order; what is in a frame or a shadow tree comes right after the element around it. */
  #order(a: readonly Element[], b: readonly Element[]): number {
    const at = a.findIndex((element, i) => element !== b[i]);
    const [one, other] = [a[at], b[at]];
    if (one === undefined || other === undefined) return a.length - b.length;
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  }

  #isWhole(element: Element): boolean {
    const { body, documentElement } = element.ownerDocument;
    return element === body || element === documentElement || element.getElementsByTagName('*').length >= 200;
  }

  #priorityOf(element: Element, isWhole: boolean): 1 | 2 | 3 {
    if (isWhole) return 3;
    const isLink = element.localName === 'a' && element.hasAttribute('href');
    return isLink || (element as HTMLButtonElement).disabled === true ? 2 : 1;
  }

  #labelOf(element: Element): string {
    const own = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const value = element.localName === 'input' ? (element as HTMLInputElement).value : '';
    const named = ['aria-label', 'title', 'alt'].map(name => element.getAttribute(name));
    return [own, ...named, value].find(text => text !== null && text !== '') ?? '';
  }
}
