import { PageTraverser } from '../../shared/adapters/browser/page-traverser.ts';
import type { FoundAddress } from '../../shared/domain/turn/found-address.ts';
import type { Renderer, Traverser } from '../../shared/ports/page-ports.ts';
import type { ObjectStore } from '../../shared/ports/ports.ts';
import type { RenderTurn } from '../../shared/steps/fetch/turn.ts';
import { StoredRecord } from '../../shared/steps/page/answer-record.ts';
import { renderWith } from '../../shared/steps/render/render-pages.ts';
import type { OpenPage, PageSource } from '../../shared/wings/clicking/sliced-traversal.ts';
import type { Arrival, DriverAnswer, Observation, PressRequest } from '../../shared/wings/clicking/traversal-driver.ts';

/** The ports of a simulated process for pages that are clicked through: everything of the product but the browser. */
export function simulatedRendering(
  objects: ObjectStore,
  now: () => number,
  broken: (traverser: Traverser) => Traverser = traverser => traverser,
): RenderTurn {
  const traverser = new PageTraverser({
    pages: 2,
    open: ({ url }, source) => new SimulatedPage(url, source),
    close: async () => undefined,
    now,
  });
  return renderWith({
    renderer: simulatedRenderer,
    traverser: broken(traverser),
    record: new StoredRecord(objects),
    sites: new Map(),
    lines: new Map(),
  });
}

/** Pages as they are sent. */
const simulatedRenderer: Renderer = {
  render: async ({ address, answer }) => {
    const document = await answer({ address, kind: 'document', headers: {}, page: address });
    return { kind: 'rendered', html: document!.body, went: [] };
  },
  close: async () => undefined,
};

/** How many presses of its button bring something. */
function fruitfulPresses(path: string): number {
  return 1 + (numberOf(path) % 5);
}

function numberOf(path: string): number {
  return Number(/\d+/.exec(path)?.[0] ?? 0);
}

/** Addresses that only presses bring to light. */
export function clickedAddresses(url: string): readonly string[] {
  const { origin, pathname } = new URL(url);
  return Array.from({ length: fruitfulPresses(pathname) }, (_, k) => `${origin}/c${numberOf(pathname)}-${k + 1}/`);
}

/**
 * A page with a single button. Each press asks the page's host for data and shows one address of its own, and two of pages
 * that the crawl may know. Without the data it shows nothing.
 */
class SimulatedPage implements OpenPage {
  readonly volatile: readonly string[] = [];
  readonly #url: string;
  readonly #source: PageSource;
  #presses = 0;
  #isAbandoned = false;

  constructor(url: string, source: PageSource) {
    this.#url = url;
    this.#source = source;
  }

  async observe(): Promise<Observation> {
    const early = await this.#loaded();
    return { kind: 'observed', early, late: this.#arrival([], 0) };
  }

  async load(): Promise<DriverAnswer> {
    return { kind: 'arrived', arrival: await this.#loaded() };
  }

  async press({ times, whole }: PressRequest): Promise<DriverAnswer> {
    const found: FoundAddress[] = [];
    let made = 0;
    while (made < times) {
      made += 1;
      const shown = await this.#pressed();
      found.push(...shown);
      if (!whole && shown.length === 0) break;
    }
    return { kind: 'arrived', arrival: this.#arrival(found, made) };
  }

  neverCut(): void {
    // No list of these pages grows.
  }

  async close(): Promise<void> {
    this.#isAbandoned = true;
  }

  async abandon(): Promise<void> {
    this.#isAbandoned = true;
  }

  async #loaded(): Promise<Arrival> {
    if (this.#isAbandoned) throw new Error('the page was abandoned');
    this.#presses = 0;
    await this.#asks('script');
    return this.#arrival([], 0);
  }

  async #pressed(): Promise<readonly FoundAddress[]> {
    const { origin, pathname } = new URL(this.#url);
    const n = numberOf(pathname);
    const k = this.#presses + 1;
    const has = (await this.#asks(`data-${k}`)) && k <= fruitfulPresses(pathname);
    if (!has) return [];
    this.#presses = k;
    const shown = [`c${n}-${k}`, `p${(n + k) % 14}`, `p${(n + 2 * k) % 14}`];
    return shown.map(name => ({ url: `${origin}/${name}/`, by: 'click' as const }));
  }

  async #asks(what: string): Promise<boolean> {
    const { origin, pathname } = new URL(this.#url);
    const address = `${origin}/${what}-of-${numberOf(pathname)}`;
    const kind = what === 'script' ? 'script' : 'data';
    return (await this.#source.answer({ address, kind, headers: {}, page: this.#url })) !== undefined;
  }

  #arrival(found: readonly FoundAddress[], presses: number): Arrival {
    const button = { key: 'more', family: 'more', kin: 'more', text: 'more', priority: 1 as const };
    const snapshot = { buttons: [button], linkCount: this.#presses, linkSum: this.#presses };
    return { snapshot, found, texts: [], requests: [], presses, cuts: [] };
  }
}
