import { defined } from '../../../domain/defined.ts';
import { DistinctPairs } from '../../../domain/distinct-pairs.ts';
import { indexIn } from '../../../domain/index-in.ts';
import { NumberList } from '../../../domain/number-list.ts';
import { failures } from '../../../domain/protocol/refusal-class.ts';
import { ranksOf } from '../ranking/rank-pages.ts';
import type { SiteReading } from '../read-site.ts';
import type { ArcRow } from '../site-graph/arc-rows.ts';
import type { Arcs, RowReaders } from '../site-graph/arcs.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import type { GraphNode } from '../site-graph/graph.ts';
import { mostFrequent, primaryLanguage } from '../site-graph/page-languages.ts';
import { bowTie, bowTiePlaces } from './bow-tie.ts';
import { type RichFiles, richTypeOf, richTypes } from './rich-files.ts';

/** The indicators of a site or a folder of it; plain JSON. Shares are of its pages, 0 to 1; undefined if nothing can be divided. */
export interface UnitFigures {
  readonly pages: number;
  readonly rich: RichFiles;
  /** Hosts that are linked; own pages and folders with such links; distinct addresses; occurrences. */
  readonly outSites: number;
  readonly outPages: number;
  readonly outFolders: number;
  readonly outAddresses: number;
  readonly outLinks: number;
  /** Arcs between its pages, without those from a page to itself; and the links of all arcs within. */
  readonly selfArcs: number;
  readonly selfLinks: number;
  readonly density?: number;
  readonly reciprocity?: number;
  readonly meanLevel?: number;
  readonly maxLevel?: number;
  /** Shares in and around the largest strongly connected component of the site. */
  readonly core?: number;
  readonly into?: number;
  readonly outOf?: number;
  readonly duplicates: number;
  readonly failed: number;
  readonly medianBytes?: number;
  readonly medianWords?: number;
  /** Primary subtag of the language that most pages declare, and the share of these pages. */
  readonly language?: string;
  readonly languageShare?: number;
}

/** The sums for each unit while pages and links are read once. */
class Unit {
  readonly number: number;
  pages = 0;
  levels = 0;
  /** Pages that clicks reach. */
  reached = 0;
  maxLevel = 0;
  selfArcs = 0;
  selfLinks = 0;
  mutual = 0;
  outPages = 0;
  outLinks = 0;
  duplicates = 0;
  failed = 0;
  readonly places = [0, 0, 0, 0];
  outHosts = 0;
  outAddresses = 0;
  readonly outFolders = new Set<string>();
  readonly rich = Object.fromEntries(richTypes.map(type => [type, 0])) as Record<keyof RichFiles, number>;
  readonly bytes = new NumberList(4);
  readonly words = new NumberList(4);
  readonly languages = new Map<string, number>();

  constructor(number: number) {
    this.number = number;
  }
}

/** The links of a site's pages to outside, without those that a person deleted. */
export interface OutsideLinks {
  /** Of each external address by its number; '' where it was deleted. */
  readonly hosts: readonly string[];
  /** The number of that host. */
  readonly hostNumbers: Uint32Array;
  /** Pages with external addresses, each with the numbers of the addresses. */
  pages(): Iterable<readonly [identity: string, addresses: Uint32Array]>;
}

export function outsideLinks({ results, pages }: Pick<SiteReading, 'results' | 'pages'>): OutsideLinks {
  const { externals } = pages;
  const hosts = new Array<string>(externals.size).fill('');
  const hostNumbers = new Uint32Array(externals.size);
  /** One string for each host, however many addresses it has. */
  const names: string[] = [];
  const numbers = new Map<string, number>();
  for (const { url } of results.externalLinks()) {
    const { host } = new URL(url);
    const number = externals.find(url);
    if (number < 0) continue;
    const own = indexIn(numbers, host);
    names[own] ??= host;
    hosts[number] = names[own];
    hostNumbers[number] = own;
  }
  return {
    hosts,
    hostNumbers,
    *pages() {
      for (const [identity, held] of pages.pages()) {
        const own = held.every(each => hosts[each] !== '') ? held : held.filter(each => hosts[each] !== '');
        if (own.length > 0) yield [identity, own];
      }
    },
  };
}

/** How addresses of a site are put into units. */
export interface UnitNames {
  /** The unit of an address of the site. */
  nameOf(url: string): string;
  /** Units that may have nothing. */
  readonly always?: readonly string[];
}

/** The units of a site in one way to name them. */
class Units {
  readonly #nameOf: UnitNames['nameOf'];
  readonly #units: Map<string, Unit>;
  readonly #byNumber: Unit[] = [];
  /** By the id of the node: the number of its unit. */
  readonly #ofNode: Uint32Array;
  readonly #outAddresses = new DistinctPairs();
  readonly #outHosts = new DistinctPairs();

  constructor({ nameOf, always = [] }: UnitNames, nodeCount: number) {
    this.#nameOf = nameOf;
    this.#ofNode = new Uint32Array(nodeCount);
    this.#units = new Map(always.map(name => [name, this.#newUnit()]));
  }

  of(url: string): Unit {
    const name = this.#nameOf(url);
    const known = this.#units.get(name);
    if (known !== undefined) return known;
    const unit = this.#newUnit();
    this.#units.set(name, unit);
    return unit;
  }

  #newUnit(): Unit {
    const unit = new Unit(this.#byNumber.length);
    this.#byNumber.push(unit);
    return unit;
  }

  addNode(node: GraphNode, place: number, language: string | undefined): void {
    const unit = this.of(node.url);
    this.#ofNode[node.id] = unit.number;
    unit.pages += 1;
    // Not where no clicks lead.
    if (node.level >= 0) {
      unit.levels += node.level;
      unit.reached += 1;
      unit.maxLevel = Math.max(unit.maxLevel, node.level);
    }
    unit.duplicates += node.duplicates;
    unit.outLinks += node.externalLinks;
    unit.bytes.push(node.bytes);
    unit.places[place]! += 1;
    if (node.facts !== undefined) unit.words.push(node.facts.words);
    if (language !== undefined) unit.languages.set(language, (unit.languages.get(language) ?? 0) + 1);
  }

  /** After all nodes: the first `count` arcs of a node, by its id. `mutual`: 1 for those that have an opposite. */
  addArcs(source: number, { targets, weights }: ArcRow, count: number, mutual: Uint8Array): void {
    const numbers = this.#ofNode;
    const number = numbers[source]!;
    let [links, arcs, opposites] = [0, 0, 0];
    for (let i = 0; i < count; i += 1) {
      const target = targets[i]!;
      if (numbers[target] !== number) continue;
      links += weights[i]!;
      if (target === source) continue;
      arcs += 1;
      opposites += mutual[i]!;
    }
    const unit = this.#byNumber[number]!;
    unit.selfLinks += links;
    unit.selfArcs += arcs;
    unit.mutual += opposites;
  }

  addOutside(node: number, page: string, addresses: Uint32Array, hosts: Uint32Array): void {
    const number = this.#ofNode[node]!;
    const unit = this.#byNumber[number]!;
    unit.outPages += 1;
    unit.outFolders.add(folderOf(page));
    for (const address of addresses) {
      this.#outAddresses.add(number, address);
      this.#outHosts.add(number, hosts[address]!);
    }
  }

  figures(): ReadonlyMap<string, UnitFigures> {
    const [addresses, hosts] = [this.#outAddresses, this.#outHosts].map(pairs => pairs.counts(this.#byNumber.length));
    for (const unit of this.#byNumber) {
      unit.outAddresses = addresses![unit.number]!;
      unit.outHosts = hosts![unit.number]!;
    }
    const byName = [...this.#units].sort(([a], [b]) => (a < b ? -1 : 1));
    return new Map(byName.map(([name, unit]) => [name, figuresOfUnit(unit)]));
  }
}

/** Figures of each unit by its name, for each way to name them. `hasFile`: whether a rich file counts. Time: linear, except for medians. */
export function unitFigures(
  results: SiteReading['results'],
  { hostNumbers, pages }: OutsideLinks,
  names: readonly UnitNames[],
  hasFile: (url: string) => boolean = () => true,
): readonly ReadonlyMap<string, UnitFigures>[] {
  const { graph } = results;
  const ways = names.map(each => new Units(each, graph.nodeCount));
  const places = bowTie(graph.arcs, ranksOf(graph));
  for (const node of graph.nodes()) {
    const language = primaryLanguage(node.facts);
    for (const way of ways) way.addNode(node, places[node.id]!, language);
  }
  countArcs(graph.arcs, ways);
  for (const [identity, addresses] of pages()) {
    const node = results.nodeAt(identity);
    if (node >= 0) for (const way of ways) way.addOutside(node, identity, addresses, hostNumbers);
  }
  for (const { url, reason } of results.skipped()) {
    const rich = reason === 'extension' ? richTypeOf(url) : undefined;
    if (rich !== undefined && hasFile(url)) for (const way of ways) way.of(url).rich[rich] += 1;
    if (reason in failures) for (const way of ways) way.of(url).failed += 1;
  }
  return ways.map(way => way.figures());
}

/** After all nodes. Sources ascend, so each row is read once more to find which arcs have an opposite. */
function countArcs(arcs: Arcs, ways: readonly Units[]): void {
  const row = arcs.row();
  const mutual = new Uint8Array(arcs.longest);
  const opposites = arcs.readers(arcs.nodeCount);
  for (let source = 0; source < arcs.nodeCount; source += 1) {
    const count = arcs.read(source, row);
    for (let i = 0; i < count; i += 1) {
      const target = row.targets[i]!;
      mutual[i] = target !== source && readTo(opposites, target, source) ? 1 : 0;
    }
    for (const way of ways) way.addArcs(source, row, count, mutual);
  }
}

/** Whether the row of a node has a target; of one row no target is looked up that is less than one before. */
function readTo(rows: RowReaders, node: number, target: number): boolean {
  let last = rows.current(node);
  while (last < target) {
    last = rows.next(node, node);
    if (last < 0) return false;
  }
  return last === target;
}

function figuresOfUnit(unit: Unit): UnitFigures {
  const { pages, selfArcs, selfLinks, outPages, outLinks, duplicates, failed, rich, places } = unit;
  const share = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);
  const [[language, declared] = [undefined, 0]] = mostFrequent(unit.languages);
  return {
    pages,
    rich,
    outSites: unit.outHosts,
    outPages,
    outFolders: unit.outFolders.size,
    outAddresses: unit.outAddresses,
    outLinks,
    selfArcs,
    selfLinks,
    duplicates,
    failed,
    ...defined({
      density: share(selfArcs, pages * (pages - 1)),
      reciprocity: share(unit.mutual, selfArcs),
      meanLevel: share(unit.levels, unit.reached),
      maxLevel: unit.reached === 0 ? undefined : unit.maxLevel,
      core: share(places[bowTiePlaces.core]!, pages),
      into: share(places[bowTiePlaces.into]!, pages),
      outOf: share(places[bowTiePlaces.outOf]!, pages),
      medianBytes: median(unit.bytes),
      medianWords: median(unit.words),
      language,
      languageShare: language === undefined ? undefined : share(declared, pages),
    }),
  };
}

/** The lower one of the two in the middle: a value that some page has. */
function median(values: NumberList): number | undefined {
  return values.view().sort()[(values.length - 1) >> 1];
}
