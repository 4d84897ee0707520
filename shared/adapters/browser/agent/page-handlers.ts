/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

export interface Handled {
  readonly types: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
}

/** Which elements wait for a person, as the browser and the page's libraries say. Uses nothing from outside itself (`agent-source.ts`). */
export class PageHandlers {
  readonly #own = new Map<Element, Handled>();
  #delegated = new Map<Element, { types: Set<string>; sources: Set<string> }>();

  /** No types: the element has no handler any more. */
  tell(element: Element, types: readonly string[], sources: readonly string[]): void {
    if (types.length === 0) this.#own.delete(element);
    else this.#own.set(element, { types: new Set(types), sources: new Set(sources) });
  }

  /** Elements whose clicks a handler further up waits for, each with the source of that handler. */
  tellDelegated(all: readonly (readonly [element: Element, source: string])[]): void {
    this.#delegated = new Map();
    for (const [element, source] of all) {
      const known = this.#delegated.get(element) ?? { types: new Set(['click']), sources: new Set<string>() };
      known.sources.add(source);
      this.#delegated.set(element, known);
    }
  }

  all(): Map<Element, Handled> {
    const all = new Map<Element, Handled>(this.#own);
    for (const [element, { types, sources }] of this.#delegated) {
      const own = this.#own.get(element);
      all.set(element, {
        types: new Set([...types, ...(own?.types ?? [])]),
        sources: new Set([...sources, ...(own?.sources ?? [])]),
      });
    }
    return all;
  }

  /** The elements that wait, and all elements around them. */
  holders(): Set<Node> {
    const holders = new Set<Node>();
    for (const element of [...this.#own.keys(), ...this.#delegated.keys()]) {
      for (let at: Node | null = element; at !== null && !holders.has(at); at = at.parentNode) holders.add(at);
    }
    return holders;
  }
}
