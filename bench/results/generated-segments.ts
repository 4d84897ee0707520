import type { Phase } from '../../shared/domain/protocol/crawl-state.ts';
import type { LinkRefs, Segment, SegmentPage } from '../../shared/domain/turn/segment.ts';
import {
  branchingOf,
  externalOf,
  fileOf,
  type GeneratedGraph,
  hasFileOf,
  linksOf,
  outcomeOf,
  spellingOf,
  urlOf,
} from './generated-graph.ts';

/** Pages of one turn, by number. */
interface TurnPages {
  readonly turn: number;
  readonly first: number;
  readonly end: number;
}

const noPlace = -1;

/** The segments of a generated site. Space: three numbers a page. */
export class GeneratedSegments {
  private readonly graph: GeneratedGraph;
  /** Of each page, then of each file: its place among the targets of the turn. */
  private readonly targetPlaces: Int32Array;
  private readonly externalPlaces: Int32Array;
  private targets: string[] = [];
  private touched: number[] = [];
  private externals: { readonly identity: string; readonly page: number; readonly anchor: string }[] = [];
  private touchedExternals: number[] = [];
  private spellings: [number, string][] = [];
  private numbers: number[] = [];

  constructor(graph: GeneratedGraph) {
    this.graph = graph;
    this.targetPlaces = new Int32Array(graph.pages * 2).fill(noPlace);
    this.externalPlaces = new Int32Array(graph.pages).fill(noPlace);
  }

  of({ turn, first, end }: TurnPages, phase: Phase): Segment {
    this.begin();
    const pages = Array.from({ length: end - first }, (_, place) => this.page(first + place, place));
    return {
      turn,
      phase,
      pages,
      targets: this.targets,
      ...(this.spellings.length > 0 && { spellings: this.spellings }),
      externals: this.externals,
      bads: [{ text: 'http://[/', page: 0, reason: 'not an address', count: 1 }],
      ignored: { mailto: end - first },
      numbers: Uint32Array.from(this.numbers),
    };
  }

  private begin(): void {
    for (const each of this.touched) this.targetPlaces[each] = noPlace;
    for (const each of this.touchedExternals) this.externalPlaces[each] = noPlace;
    [this.targets, this.touched, this.externals, this.touchedExternals] = [[], [], [], []];
    [this.spellings, this.numbers] = [[], []];
  }

  private page(page: number, place: number): SegmentPage {
    const outcome = outcomeOf(this.graph, page);
    const identity = urlOf(page);
    const parent = Math.floor((page - 1) / branchingOf(this.graph.pages));
    const seen = { identity, address: identity, foundOn: page === 0 ? '' : urlOf(parent), attempts: 1, outcome };
    if (outcome.kind !== 'node') return seen;
    const { links, externalLinks } = this.links(page, place);
    const facts = {
      contentType: 'text/html; charset=utf-8',
      language: 'en',
      lastModified: 'Tue, 14 Nov 2023 22:13:20 GMT',
      words: 200 + (page % 1_000),
    };
    const title = `Article ${page} about a subject of section ${Math.floor(page / 100)}`;
    const counts = { bytes: 20_000 + (page % 10_000), externalLinks, linksDropped: 0 };
    return { ...seen, page: { title, ...counts, links, facts } };
  }

  private links(page: number, place: number): { readonly links: LinkRefs; readonly externalLinks: number } {
    const { internal, external } = linksOf(this.graph, page);
    const start = this.numbers.length;
    for (const target of internal) this.numbers.push(this.target(target));
    if (hasFileOf(page)) this.numbers.push(this.target(this.graph.pages + page));
    const count = this.numbers.length - start;
    const distinct = new Set(external);
    for (const each of distinct)
      this.numbers.push(this.external(each, place), external.filter(other => other === each).length);
    return { links: { start, internal: count, external: distinct.size }, externalLinks: external.length };
  }

  /** A page, or a file by the number of its page behind all pages. */
  private target(number: number): number {
    const known = this.targetPlaces[number]!;
    if (known !== noPlace) return known;
    const place = this.targets.length;
    const { pages } = this.graph;
    this.targetPlaces[number] = place;
    this.touched.push(number);
    this.targets.push(number < pages ? urlOf(number) : fileOf(number - pages));
    if (number < pages && number % 50 === 7) this.spellings.push([place, urlOf(number)], [place, spellingOf(number)]);
    return place;
  }

  private external(number: number, page: number): number {
    const known = this.externalPlaces[number]!;
    if (known !== noPlace) return known;
    this.externalPlaces[number] = this.externals.length;
    this.touchedExternals.push(number);
    this.externals.push({ identity: externalOf(number), page, anchor: `Document ${number}` });
    return this.externals.length - 1;
  }
}
