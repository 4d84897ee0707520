import { LostObject } from '../../domain/lost-object.ts';
import { type SiteLabels, siteLabels } from '../../domain/spec/sites/site-labels.ts';
import { statesName } from '../../domain/turn/segment.ts';
import type { Attribute } from '../../files/attribute.ts';
import { columnsOf } from '../../files/column.ts';
import * as graphFile from '../../files/graph-file.ts';
import { writeBlocks, writeTable } from '../../files/write-table.ts';
import type { ObjectStore } from '../../ports/ports.ts';
import type { ResultSink, TableSink } from '../../ports/result-ports.ts';
import type { OnLost } from '../../steps/unload/lost-segment.ts';
import type { CrawlHalf, EndedCrawl, EndedSite, ResultPart } from '../../steps/unload/result-part.ts';
import { Refusals } from './refusals.ts';
import {
  type PageState,
  stateAttributes,
  stateEdgeAttributes,
  stateEdges,
  stateLabel,
  type TraversedPage,
} from './state-files.ts';

/** A page of a site that was clicked through. */
export interface TraversedUrl {
  readonly url: string;
  readonly turn: number;
}

/** The sums for a site in the whole crawl's file. */
interface SiteTotals {
  readonly pages: number;
  readonly clicks: number;
  readonly states: number;
  readonly addresses: number;
  readonly methods: number;
  readonly requests: number;
  readonly buttons: number;
}

/** The state graphs of all pages that were clicked through, in page order, and what was not done on them. */
export function statesPart(
  objects: Pick<ObjectStore, 'get'>,
  traversed: (site: EndedSite) => Promise<readonly TraversedUrl[]>,
  onLost: OnLost,
): ResultPart<SiteTotals | undefined> {
  return {
    name: 'states',
    perSite: async (site, sink) => {
      const urls = await traversed(site);
      const pages = await heldPages(objects, site, urls, onLost);
      return pages.length === 0 ? undefined : await new SiteStates(objects, site, pages).write(sink);
    },
    perCrawl: () => new CrawlTotals(),
  };
}

/** Those whose states are there; the others' turns are noted as lost. */
async function heldPages(
  objects: Pick<ObjectStore, 'get'>,
  { row }: EndedSite,
  urls: readonly TraversedUrl[],
  onLost: OnLost,
): Promise<readonly string[]> {
  const held: string[] = [];
  for (const { url, turn } of urls) {
    try {
      await objects.get(statesName(row.site, url));
      held.push(url);
    } catch (error) {
      if (!(error instanceof LostObject)) throw error;
      await onLost(row, turn, error);
    }
  }
  return held;
}

/** A state in the graph of all pages of its site: ids are counted through. */
interface SiteState extends PageState {
  readonly page: string;
}

const attributes: readonly Attribute<SiteState>[] = [
  { name: 'Page', type: 'string', of: ({ page }) => page },
  ...stateAttributes,
];

type TraversalRow = Omit<TraversedPage, 'states'> & { readonly states: number };

export const traversalColumns = columnsOf<TraversalRow>([
  ['URL', 'string', 'address of the page', ({ url }) => url],
  ['Ended', 'string', '`done`, or why not: `clicks`, `states`, `failed`, `browser`', ({ ended }) => ended],
  ['Clicks', 'integer', 'presses of buttons', ({ clicks }) => clicks],
  ['States', 'integer', 'different states', ({ states }) => states],
  ['Addresses', 'integer', 'different ones that came to light', ({ addresses }) => addresses],
  ['AddressesDropped', 'integer', 'beyond the most that are kept', ({ addressesDropped }) => addressesDropped],
  ['ListParts', 'integer', 'parts of lists requested without the browser', ({ listParts }) => listParts],
  ['Unreached', 'integer', 'states with open buttons that no path reached', ({ unreached }) => unreached],
  ['Refused', 'string', 'what was not pressed and not requested, in words', ({ refused }) => Refusals.inWords(refused)],
]);

/** The files of one site. One page's states are in memory at a time. */
class SiteStates {
  readonly #objects: Pick<ObjectStore, 'get'>;
  readonly #site: EndedSite;
  readonly #urls: readonly string[];

  constructor(objects: Pick<ObjectStore, 'get'>, site: EndedSite, urls: readonly string[]) {
    this.#objects = objects;
    this.#site = site;
    this.#urls = urls;
  }

  async write(sink: TableSink): Promise<SiteTotals> {
    const rows: TraversalRow[] = [];
    let edges = 0;
    const name = `graph/${this.#site.fileName}.states`;
    await writeBlocks(
      sink,
      `${name}.json`,
      this.#json(page => {
        const { states, ...row } = page;
        rows.push({ ...row, states: states.length });
        edges += states.reduce((sum, { edges }) => sum + edges.length, 0);
      }),
    );
    const nodes = rows.reduce((sum, { states }) => sum + states, 0);
    await writeBlocks(sink, `${name}.gexf`, this.#gexf(nodes, edges));
    await writeBlocks(sink, `${name}.graphml`, this.#graphml());
    await writeTable(sink, `reports/${this.#site.fileName}.traversals`, traversalColumns, rows);
    const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0);
    return {
      ...{ pages: rows.length, clicks: sum(({ clicks }) => clicks), states: nodes },
      addresses: sum(({ addresses }) => addresses),
      methods: sum(({ refused }) => counted(refused.methods)),
      requests: sum(({ refused }) => counted(refused.requests)),
      buttons: sum(({ refused }) => Object.values(refused.buttons).reduce((all, { count }) => all + count, 0)),
    };
  }

  async *#pages(): AsyncGenerator<TraversedPage> {
    for (const url of this.#urls) {
      const bytes = await this.#objects.get(statesName(this.#site.row.site, url));
      yield JSON.parse(Buffer.from(bytes).toString('utf8')) as TraversedPage;
    }
  }

  /** States with ids that are unique in the site, each page's at once. */
  async *#states(): AsyncGenerator<readonly SiteState[]> {
    let before = 0;
    for await (const { url: page, states } of this.#pages()) {
      const ids = new Map(states.map(({ id }, index) => [id, before + index]));
      yield states.map(state => ({
        ...state,
        page,
        id: ids.get(state.id)!,
        edges: state.edges.map(edge => ({ ...edge, to: ids.get(edge.to)! })),
      }));
      before += states.length;
    }
  }

  async *#json(seen: (page: TraversedPage) => void): AsyncGenerator<Uint8Array> {
    let before = '[\n';
    for await (const page of this.#pages()) {
      seen(page);
      yield Buffer.from(before + JSON.stringify(page));
      before = ',\n';
    }
    yield Buffer.from('\n]\n');
  }

  async *#gexf(nodeCount: number, edgeCount: number): AsyncGenerator<Uint8Array> {
    const description = `States of pages of ${this.#site.row.origin}`;
    yield Buffer.from(
      graphFile.gexfHead({ description, nodeCount, nodeAttributes: attributes, edgeAttributes: stateEdgeAttributes }),
    );
    for await (const states of this.#states())
      yield Buffer.from(states.map(state => graphFile.gexfNode(state, stateLabel(state), attributes)).join(''));
    yield Buffer.from(graphFile.gexfEdges(edgeCount));
    for await (const states of this.#states()) yield Buffer.from(edgesIn(states, graphFile.gexfEdge));
    yield Buffer.from(graphFile.gexfEnd);
  }

  async *#graphml(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(graphFile.graphmlHead({ nodeAttributes: attributes, edgeAttributes: stateEdgeAttributes }));
    for await (const states of this.#states()) {
      yield Buffer.from(states.map(state => graphFile.graphmlNode(state, stateLabel(state), attributes)).join(''));
      yield Buffer.from(edgesIn(states, edge => graphFile.graphmlEdge(edge, stateEdgeAttributes)));
    }
    yield Buffer.from(graphFile.graphmlEnd);
  }
}

function edgesIn(states: readonly SiteState[], written: (edge: graphFile.GraphEdge) => string): string {
  return states
    .flatMap(stateEdges)
    .map(edge => written(edge))
    .join('');
}

function counted(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

interface SiteRow extends SiteTotals {
  readonly site: number;
  readonly origin: string;
  readonly labels: SiteLabels | undefined;
}

export const totalColumns = columnsOf<SiteRow>([
  ['Number', 'integer', 'number of the site', ({ site }) => site],
  ['Site', 'string', 'its origin', ({ origin }) => origin],
  ['Pages', 'integer', 'pages that were clicked through', ({ pages }) => pages],
  ['Clicks', 'integer', 'presses of buttons', ({ clicks }) => clicks],
  ['States', 'integer', 'different states', ({ states }) => states],
  ['Addresses', 'integer', 'sum over its pages', ({ addresses }) => addresses],
  ['RefusedMethods', 'integer', 'requests of other methods than GET', ({ methods }) => methods],
  ['RefusedRequests', 'integer', 'requests that were refused', ({ requests }) => requests],
  ['RefusedButtons', 'integer', 'buttons that were not pressed', ({ buttons }) => buttons],
]);

const labelled = columnsOf<SiteRow>([
  ['SiteName', 'string', 'name of the site', ({ labels }) => labels?.name],
  ['ShortName', 'string', 'its short name', ({ labels }) => labels?.shortName],
  ['Tags', 'string', 'kinds of sites in the words of the list', ({ labels }) => labels?.tags],
]);

/** `traversals.csv`: a line for each site with such pages. */
class CrawlTotals implements CrawlHalf<SiteTotals | undefined> {
  readonly #sites = new Map<number, SiteTotals>();

  add(site: number, totals: SiteTotals | undefined): void {
    if (totals !== undefined) this.#sites.set(site, totals);
  }

  async write({ row, sites }: EndedCrawl, sink: ResultSink): Promise<void> {
    if (this.#sites.size === 0) return;
    const named = siteLabels(row.spec.sites);
    const rows = sites.flatMap(({ site, origin }) => {
      const totals = this.#sites.get(site);
      return totals === undefined ? [] : [{ site, origin, labels: named?.get(site), ...totals }];
    });
    const table = [...totalColumns, ...(named === undefined ? [] : labelled)];
    await writeTable(sink, 'reports/traversals', table, rows);
  }
}
