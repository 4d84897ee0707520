/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * Runs in an isolated world of every document that a traversal loads: scripts of the page can neither see nor change
 * it. It watches the document, finds addresses, says which parts change by themselves, presses buttons and cuts
 * growing lists.
 */
import type { FoundAddress } from '../../../domain/turn/found-address.ts';
import type { Snapshot } from '../../../wings/clicking/traversal-driver.ts';
import type { AddressFinder } from './address-finder.ts';
import type { ButtonList } from './button-list.ts';
import type { ElementPress } from './element-press.ts';
import type { GrowingLists, ListSettings } from './growing-lists.ts';
import type { PageChanges, Phase } from './page-changes.ts';
import type { PageHandlers } from './page-handlers.ts';
import type { Places } from './places.ts';

export interface AgentSettings extends ListSettings {
  /** Slots that change by themselves, as an earlier load learnt them. */
  readonly volatile: readonly string[];
  /** Buttons of one state that are reported. */
  readonly buttons: number;
}

/** The news that the agent has for its next caller. */
export interface AgentNews {
  readonly found: readonly FoundAddress[];
  readonly texts: readonly string[];
  /** All links so far that differ from the page only behind `#`. */
  readonly hashes: readonly string[];
}

/** The classes that the agent is made of. It gets them as arguments, because a bundler may rename each. */
export interface AgentParts {
  readonly AddressFinder: typeof AddressFinder;
  readonly ButtonList: typeof ButtonList;
  readonly ElementPress: typeof ElementPress;
  readonly GrowingLists: typeof GrowingLists;
  readonly PageChanges: typeof PageChanges;
  readonly PageHandlers: typeof PageHandlers;
  readonly Places: typeof Places;
}

/** Uses nothing from outside itself (`agent-source.ts`). */
export class PageAgent {
  readonly #places: Places;
  readonly #addresses: AddressFinder;
  readonly #changes: PageChanges;
  readonly #handlers: PageHandlers;
  readonly #lists: GrowingLists;
  readonly #buttons: ButtonList;
  readonly #press: ElementPress;
  readonly #closed: ShadowRoot[] = [];

  constructor(settings: AgentSettings, parts: AgentParts) {
    this.#places = new parts.Places();
    this.#addresses = new parts.AddressFinder(root => this.#changes.watch(root));
    this.#changes = new parts.PageChanges(this.#places, this.#addresses, settings.volatile);
    this.#handlers = new parts.PageHandlers(this.#addresses);
    this.#lists = new parts.GrowingLists(settings, this.#places, this.#changes, this.#handlers);
    this.#press = new parts.ElementPress(this.#places, this.#addresses);
    this.#buttons = new parts.ButtonList(settings.buttons, this.#places, this.#changes, this.#handlers, this.#press);
    if (document.documentElement !== null) this.#addresses.readTree(document, 'load');
  }

  /** Changes that count as the page's own: everything between `idle` and the next phase. */
  phase(name: Phase): void {
    this.#changes.take();
    this.#changes.phase = name;
  }

  /** Whether anything but volatile parts changed since this was asked last. */
  changed(): boolean {
    return this.#changes.takeChanged();
  }

  volatile(): string[] {
    return this.#changes.volatile();
  }

  /** Growing lists that were cut since the page was loaded. */
  cuts(): string[] {
    return this.#lists.names();
  }

  /** The handlers of an element, as the browser knows them; no types: it has none any more. */
  handlers(element: Element, types: readonly string[], sources: readonly string[]): void {
    this.#handlers.tell(element, types, sources);
    const root = element.getRootNode();
    if (this.#places.isShadow(root)) this.#addresses.enterShadow(root, this.#changes.by);
  }

  /** Elements whose events of these types a handler further up waits for, each with the source of that handler. */
  delegated(
    told: readonly { readonly path: string; readonly source: string }[],
    types: readonly string[],
    routes: boolean,
  ): void {
    const all = told.flatMap(({ path, source }) => {
      const element = this.#places.elementAt(path);
      return element === undefined ? [] : [[element, source] as const];
    });
    this.#handlers.tellDelegated(all, types);
    this.#handlers.routes = routes;
  }

  scrolls(on: boolean): void {
    this.#buttons.scrolls = on;
  }

  isScroll(key: string): boolean {
    return this.#buttons.scrollKey === key;
  }

  /** Scrolls as far as a person sees at once. Answers whether anything moved; what came to light is read. */
  scrollOn(): boolean {
    this.#changes.take();
    return this.#press.scrollOn();
  }

  /** Waits until the page was drawn twice: then it knows what is in sight. */
  async drawn(): Promise<void> {
    for (let i = 0; i < 2; i += 1) await new Promise(done => requestAnimationFrame(done));
  }

  /** (B, N, H) of the page as it is, after growing lists were cut. */
  snapshot(): Snapshot {
    this.#addresses.enterShadows(this.#changes.by);
    this.#lists.cut();
    const hrefs = new Set<string>();
    for (const link of this.#addresses.elements('a[href],area[href]')) {
      const { href } = link as HTMLAnchorElement;
      if (typeof href === 'string' && /^https?:/.test(href) && !this.#changes.isVolatile(link)) hrefs.add(href);
    }
    let linkSum = 0;
    for (const href of hrefs) linkSum = (linkSum + this.#places.hash(href)) % 9_007_199_254_740_991;
    const buttons = this.#buttons.buttons();
    const { cut } = this.#buttons;
    return { buttons, linkCount: hrefs.size, linkSum, ...(cut !== 0 && { buttonsCut: cut }) };
  }

  /** A shadow tree that its element does not show. */
  closedTree(root: ShadowRoot): void {
    this.#closed.push(root);
  }

  frameLinks(): string[] {
    return this.#addresses.frameLinks(this.#closed);
  }

  news(): AgentNews {
    this.#changes.take();
    const { hashes } = this.#addresses;
    return { found: this.#addresses.takeFound(), texts: this.#changes.takeTexts(), hashes: [...hashes] };
  }

  /**
   * Answers how many presses were made; -1: the button is not there. Several presses are a burst: the page gets up to a
   * second of its time after each, growing lists are cut, and the first press without a new address is the last one.
   */
  async press(key: string, times: number, whole: boolean): Promise<number> {
    const act = this.#buttons.actOf(key);
    if (act === undefined) return -1;
    this.phase('press');
    // The driver scrolls by itself, screen by screen.
    if (times === 1) return this.isScroll(key) || act() ? 1 : -1;
    const known = new Set(this.#addresses.found.map(({ url }) => url));
    for (let made = 0; made < times; ) {
      const before = this.#addresses.found.length;
      if (!act()) return made === 0 ? -1 : made;
      made += 1;
      await this.#untilFound(before);
      this.#lists.cut();
      const isNew = this.#addresses.found.slice(before).some(({ url }) => !known.has(url));
      if (!whole && !isNew) return made;
    }
    return times;
  }

  async #untilFound(before: number): Promise<void> {
    for (let i = 0; i < 20; i += 1) {
      await new Promise(done => setTimeout(done, 0));
      this.#changes.take();
      if (this.#addresses.found.length > before) return;
      await new Promise(done => setTimeout(done, 50));
    }
  }
}
