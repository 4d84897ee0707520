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

/** How many numbers a page has behind those of its links. */
export interface KeptRefs {
  /** Pairs: the place of an occurrence among the page's internal links, and an index into `Segment.spellings`. */
  readonly spelled: number;
  /** Pairs: an index into `Segment.bads`, and the occurrences on this page. */
  readonly bads: number;
}

/**
 * What a turn notes of its links once for all its pages, noted for the page under way: a later crawl that finds the page
 * unchanged has to know what this page alone brought.
 */
export class KeptLinks {
  private readonly anchors: TurnTexts;
  private readonly spelled = new NumberList(1 << 8);
  /** By target, the spellings that the page has shown. */
  private readonly shown = new Map<number, Set<number>>();
  private readonly anchorsOfPage: number[] = [];
  private readonly bads = new Map<number, number>();
  private readonly ignored = new Map<string, number>();

  constructor(anchors: TurnTexts) {
    this.anchors = anchors;
  }

  /** Forgets the page before. */
  startPage(): void {
    this.spelled.length = 0;
    this.shown.clear();
    this.anchorsOfPage.length = 0;
    this.bads.clear();
    this.ignored.clear();
  }

  /** Whether the page has shown the target as more than its identity. */
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

  /** Of each external link, at its first occurrence on the page. */
  addAnchor(text: string): void {
    this.anchorsOfPage.push(this.anchors.indexOf(text));
  }

  addBad(bad: number, count: number): void {
    this.bads.set(bad, (this.bads.get(bad) ?? 0) + count);
  }

  addIgnored(scheme: string, count: number): void {
    countIgnored(this.ignored, scheme, count);
  }

  /** Appends what the page has to `numbers`. */
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
