import { NumberList } from '../number-list.ts';
import { countIgnored } from './ignored-links.ts';

/** Texts of a turn, each once. */
export class TurnTexts {
  readonly texts: string[] = [];
  private readonly indexes = new Map<string, number>();

  indexOf(text: string): number {
    const known = this.indexes.get(text);
    if (known !== undefined) return known;
    this.indexes.set(text, this.texts.length);
    this.texts.push(text);
    return this.texts.length - 1;
  }
}

/** How many numbers follow those of the page's links. */
export interface KeptRefs {
  /**
   * Number of pairs: the place of an occurrence among the page's internal links, and an index into `Segment.spellings`.
   */
  readonly spelled: number;
  /** Number of pairs: an index into `Segment.bads`, and the occurrences on this page. */
  readonly bads: number;
}

/**
 * Notes for each page the link data that a turn otherwise stores once for all its pages: a later crawl that finds the
 * page unchanged needs the data of this page alone.
 */
export class KeptLinks {
  private readonly anchors: TurnTexts;
  private readonly spelled = new NumberList(1 << 8);
  /** By target, the spellings that occurred on the page. */
  private readonly shown = new Map<number, Set<number>>();
  private readonly anchorsOfPage: number[] = [];
  private readonly bads = new Map<number, number>();
  private readonly ignored = new Map<string, number>();

  constructor(anchors: TurnTexts) {
    this.anchors = anchors;
  }

  /** Begins the next page. */
  startPage(): void {
    this.spelled.length = 0;
    this.shown.clear();
    this.anchorsOfPage.length = 0;
    this.bads.clear();
    this.ignored.clear();
  }

  /** Whether the page has the target in another spelling than its identity. */
  isSpelled(target: number): boolean {
    return this.shown.size > 0 && this.shown.has(target);
  }

  addSpelling(position: number, target: number, spelling: number): void {
    let shown = this.shown.get(target);
    if (shown === undefined) {
      shown = new Set();
      this.shown.set(target, shown);
    }
    if (shown.has(spelling)) return;
    shown.add(spelling);
    this.spelled.push(position);
    this.spelled.push(spelling);
  }

  /** Call at the first occurrence of each external link on the page. */
  addAnchor(text: string): void {
    this.anchorsOfPage.push(this.anchors.indexOf(text));
  }

  addBad(bad: number, count: number): void {
    this.bads.set(bad, (this.bads.get(bad) ?? 0) + count);
  }

  addIgnored(scheme: string, count: number): void {
    countIgnored(this.ignored, scheme, count);
  }

  /** Appends the data of the page to `numbers`. */
  endPage(numbers: NumberList): { readonly refs: KeptRefs; readonly ignored: Readonly<Record<string, number>> } {
    for (const number of this.spelled.view()) numbers.push(number);
    for (const anchor of this.anchorsOfPage) numbers.push(anchor);
    for (const [bad, count] of this.bads) {
      numbers.push(bad);
      numbers.push(count);
    }
    const refs = { spelled: this.spelled.length / 2, bads: this.bads.size };
    return { refs, ignored: Object.fromEntries(this.ignored) };
  }
}
