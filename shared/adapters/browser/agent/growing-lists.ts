/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { PageChanges } from './page-changes.ts';
import type { PageHandlers } from './page-handlers.ts';
import type { Places } from './places.ts';

export interface ListSettings {
  /** Growing lists that are never cut. */
  readonly keptLists: readonly string[];
  /** A list is cut when it has grown by more than this factor. */
  readonly growth: number;
  /** Least number of equal children that growth is counted from. */
  readonly growthFloor: number;
  /** Children at both ends that stay as they are. */
  readonly keptItems: number;
  /** Beyond so many children the middle ones are removed, not only emptied. */
  readonly hollowLimit: number;
}

/** Empties the middle of lists that grow (S16, A21, A22). Uses nothing from outside itself (`agent-source.ts`). */
export class GrowingLists {
  readonly #settings: ListSettings;
  readonly #places: Places;
  readonly #changes: PageChanges;
  readonly #handlers: PageHandlers;
  readonly #kept: Set<string>;
  readonly #cut = new Set<string>();
  readonly #firstSight = new WeakMap<Element, number>();
  /** Of lists that were cut: children at both ends, which are not at an end any more once the list has grown. */
  readonly #ends = new WeakMap<Element, readonly Element[]>();

  constructor(settings: ListSettings, places: Places, changes: PageChanges, handlers: PageHandlers) {
    this.#settings = settings;
    this.#places = places;
    this.#changes = changes;
    this.#handlers = handlers;
    this.#kept = new Set(settings.keptLists);
  }

  /** Lists that were cut since the page was loaded. */
  names(): string[] {
    return [...this.#cut];
  }

  cut(): void {
    this.#changes.unseen(() => {
      for (const [list, added] of this.#changes.grown) {
        if (list.isConnected) this.#look(list, added);
      }
    });
    this.#changes.grown.clear();
  }

  #look(list: Element, added: readonly Node[]): void {
    const ends = this.#ends.get(list);
    if (ends !== undefined) {
      // All others are empty already: a list of many thousand items is not read anew.
      const open = [...ends, ...added].filter(node => this.#places.isElement(node) && node.parentNode === list);
      this.#empty(list, open as Element[]);
      return;
    }
    const n = this.#alike(list);
    const first = this.#firstSight.get(list);
    const isPress = this.#changes.phase === 'press';
    const before = first ?? Math.max(this.#settings.growthFloor, isPress ? 0 : n);
    this.#firstSight.set(list, before);
    if (first === undefined && !isPress) return;
    if (n / before > this.#settings.growth) this.#empty(list, [...list.children]);
  }

  /** How many children look like both their neighbours (the article's F). */
  #alike(list: Element): number {
    const kinds = [...list.children].map(child => this.#places.kindOf(child));
    return kinds.filter((kind, i) => i > 0 && kind === kinds[i - 1] && kind === kinds[i + 1]).length;
  }

  #empty(list: Element, open: readonly Element[]): void {
    const name = this.#places.pathOf(list);
    if (this.#kept.has(name)) return;
    const ends = this.#endsOf(list);
    const holders = this.#handlers.holders();
    const spare = open.filter(item => !ends.has(item) && !holders.has(item) && item.childNodes.length > 0);
    if (spare.length === 0) return;
    this.#cut.add(name);
    this.#ends.set(list, [...ends]);
    for (const item of spare) {
      item.replaceChildren();
      // An empty item without a box needs no layout: that of 20,000 took more time than the presses.
      if ('style' in item) (item as HTMLElement).style.setProperty('display', 'none', 'important');
    }
    if (list.childElementCount <= this.#settings.hollowLimit) return;
    for (const item of [...list.children]) if (!ends.has(item) && !holders.has(item)) item.remove();
  }

  #endsOf(list: Element): Set<Element> {
    const ends = new Set<Element>();
    const { keptItems } = this.#settings;
    for (let at = list.firstElementChild, i = 0; at !== null && i < keptItems; i += 1) {
      ends.add(at);
      at = at.nextElementSibling;
    }
    for (let at = list.lastElementChild, i = 0; at !== null && i < keptItems; i += 1) {
      ends.add(at);
      at = at.previousElementSibling;
    }
    return ends;
  }
}
