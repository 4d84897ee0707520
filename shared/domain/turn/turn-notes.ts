import { cellText } from '../cut-text.ts';
import { NumberList } from '../number-list.ts';
import type { ResolvedLink } from '../url/resolved-link.ts';
import { LinkDescriptions } from './described-links.ts';
import { countIgnored } from './ignored-links.ts';
import { KeptLinks, TurnTexts } from './kept-links.ts';

type Internal = Extract<ResolvedLink, { kind: 'internal' }>;
type External = Extract<ResolvedLink, { kind: 'external' }>;

/** An internal link of a turn, at its first page in page order. */
export interface FoundLink {
  readonly identity: string;
  readonly address: string;
  /** Index of the entry. */
  readonly page: number;
}

/** Longest text of a bad link that is kept whole. */
const longestBadText = 500;

/**
 * What a turn has seen so far, each distinct link once. A link's `mark` says at which place of this turn it is:
 * marks only grow, so those of earlier turns are all below `firstMark`.
 */
export class TurnNotes {
  readonly firstMark: number;
  readonly targets: FoundLink[] = [];
  /** Addresses of targets that were seen as more than their identity, in the order of their first occurrences. */
  readonly spellings: (readonly [target: number, address: string])[] = [];
  readonly externals: { identity: string; page: number; anchor: string; redirects?: number }[] = [];
  readonly bads: { text: string; page: number; reason: string; count: number }[] = [];
  readonly ignored = new Map<string, number>();
  readonly numbers = new NumberList(1 << 10);
  /** Anchors of links that are described, and those of external links of each page. */
  readonly anchors = new TurnTexts();
  /** Of the page under way. */
  readonly kept = new KeptLinks(this.anchors);
  /** Used if the spec requests all links. */
  readonly descriptions: LinkDescriptions | undefined;
  private readonly targetIndex = new Map<string, number>();
  /** By target, the places in `spellings` of its addresses. */
  private readonly spellingsOf = new Map<number, Map<string, number>>();
  /** Where the numbers of the page under way begin. */
  private start = 0;
  private readonly externalIndex = new Map<string, number>();
  private readonly badIndex = new Map<string, number>();

  constructor(firstMark: number, isDescribing = false) {
    this.firstMark = firstMark;
    this.descriptions = isDescribing ? new LinkDescriptions(this.anchors) : undefined;
  }

  /** Marks of the next turn begin here. */
  get nextMark(): number {
    return this.firstMark + Math.max(this.targets.length, this.externals.length);
  }

  /** What follows is of a new page. */
  startPage(): void {
    this.start = this.numbers.length;
    this.kept.startPage();
    this.descriptions?.startPage();
  }

  /** An occurrence of a link; answers which target it is. */
  occurrence(link: Internal, page: number): number {
    const place = link.mark >= this.firstMark ? link.mark - this.firstMark : this.target(link, page);
    if (link.seen !== link.identity || this.kept.isSpelled(place)) {
      const spelling = this.spellingsOf.get(place)!.get(link.seen)!;
      this.kept.addSpelling(this.numbers.length - this.start, place, spelling);
    }
    this.numbers.push(place);
    return place;
  }

  /** A further occurrence of a target in the same spelling. */
  repeat(place: number): void {
    this.numbers.push(place);
  }

  target(link: Internal, page: number): number {
    // A resolver that forgot may give a second object for a target of this turn.
    const known = this.targetIndex.get(link.identity);
    const index = known ?? this.targets.length;
    if (known === undefined) {
      this.targets.push({ identity: link.identity, address: link.address, page });
      this.targetIndex.set(link.identity, index);
    }
    this.noteSpelling(index, link.seen, known !== undefined);
    link.mark = this.firstMark + index;
    return index;
  }

  /** Of targets that were seen as their identity only nothing is noted. */
  private noteSpelling(target: number, address: string, isKnown: boolean): void {
    const { identity } = this.targets[target]!;
    const noted = this.spellingsOf.get(target);
    if (noted === undefined && address === identity) return;
    const seen = noted ?? new Map<string, number>();
    this.spellingsOf.set(target, seen);
    for (const each of noted === undefined && isKnown ? [identity, address] : [address]) {
      if (seen.has(each)) continue;
      seen.set(each, this.spellings.length);
      this.spellings.push([target, each]);
    }
  }

  external(link: External, page: number, anchor: () => string): number {
    if (link.mark >= this.firstMark) return link.mark - this.firstMark;
    const known = this.externalIndex.get(link.identity);
    const index = known ?? this.externals.length;
    if (known === undefined) {
      this.externals.push({ identity: link.identity, page, anchor: anchor() });
      this.externalIndex.set(link.identity, index);
    }
    link.mark = this.firstMark + index;
    return index;
  }

  /** An entry that redirects out of the site. */
  redirect(link: External, page: number): void {
    const external = this.externals[this.external(link, page, () => '')]!;
    external.redirects = (external.redirects ?? 0) + 1;
  }

  bad(raw: string, reason: string, page: number): void {
    this.badText(cellText(raw, longestBadText), reason, page, 1);
  }

  /** Occurrences of a bad link, by its text as it is kept. */
  badText(text: string, reason: string, page: number, count: number): void {
    const known = this.badIndex.get(text);
    const index = known ?? this.bads.length;
    if (known === undefined) {
      this.badIndex.set(text, index);
      // A slice of the page would keep the whole page alive: no matter, the turn's notes are short-lived.
      this.bads.push({ text, page, reason, count });
    } else this.bads[known]!.count += count;
    this.kept.addBad(index, count);
  }

  /** Links of a scheme that is not http(s). */
  ignore(scheme: string, count = 1): void {
    countIgnored(this.ignored, scheme, count);
    this.kept.addIgnored(scheme, count);
  }
}
