/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { AddressFinder } from './address-finder.ts';

export interface Handled {
  readonly types: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
}

/** Which elements wait for a person, as the browser and the page's libraries say. Uses nothing from outside itself (`agent-source.ts`). */
export class PageHandlers {
  readonly #own = new Map<Element, Handled>();
  #delegated = new Map<Element, { types: Set<string>; sources: Set<string> }>();
  readonly #addresses: AddressFinder;
  /** Whether a script hears of a new hash. */
  routes = false;

  constructor(addresses: AddressFinder) {
    this.#addresses = addresses;
  }

  /** No types: the element has no handler any more. */
  tell(element: Element, types: readonly string[], sources: readonly string[]): void {
    if (types.length === 0) this.#own.delete(element);
    else this.#own.set(element, { types: new Set(types), sources: new Set(sources) });
  }

  /** Elements whose events of these types a handler further up waits for, each with the source of that handler. */
  tellDelegated(all: readonly (readonly [element: Element, source: string])[], types: readonly string[]): void {
    this.#delegated = new Map();
    for (const [element, source] of all) {
      const known = this.#delegated.get(element) ?? { types: new Set(types), sources: new Set<string>() };
      known.sources.add(source);
      this.#delegated.set(element, known);
    }
  }

  all(): Map<Element, Handled> {
    const all = new Map<Element, Handled>(this.#own);
    for (const [element, { types, sources }] of [...this.#delegated, ...this.#native()]) {
      const own = all.get(element);
      all.set(element, {
        types: new Set([...types, ...(own?.types ?? [])]),
        sources: new Set([...sources, ...(own?.sources ?? [])]),
      });
    }
    return all;
  }

  /** Elements that do something when pressed though no handler is theirs. */
  #native(): [Element, Handled][] {
    const likely = 'a[href],area[href],details>summary:first-of-type,[popovertarget],[commandfor]';
    return this.#addresses.elements(likely).flatMap(element => {
      const source = this.#effectOf(element);
      return source === undefined ? [] : [[element, { types: new Set(['click']), sources: new Set([source]) }]];
    });
  }

  /** Effect of a press, in a word or in the words of a `javascript:` link; undefined: nothing but going where a link leads. */
  #effectOf(element: Element): string | undefined {
    const { href, protocol, hash } = element as HTMLAnchorElement;
    if (href === undefined) return element.localName;
    if (typeof href !== 'string') return undefined; // Of an SVG picture.
    if (protocol === 'javascript:') return this.#isIdle(href) ? undefined : href.slice(0, 2_000);
    const { defaultView } = element.ownerDocument;
    const isHere = hash !== '' && href.slice(0, -hash.length) === defaultView?.location.href.split('#', 1)[0];
    return isHere && (this.routes || /^#!?\//.test(hash)) ? 'route' : undefined;
  }

  /** `javascript:void(0)` and its like. */
  #isIdle(href: string): boolean {
    const work = href.slice(href.indexOf(':') + 1).replace(/%20|\/\/.*$/g, '');
    return /^(void|return|undefined|null|true|false|[\s\d();{}#'"])*$/.test(work);
  }

  /** The elements that wait, and all elements around them. */
  holders(): Set<Node> {
    const holders = new Set<Node>();
    for (const element of this.all().keys()) {
      for (let at: Node | null = element; at !== null && !holders.has(at); at = at.parentNode) holders.add(at);
    }
    return holders;
  }
}
