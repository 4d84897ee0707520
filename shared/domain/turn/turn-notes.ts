import { cellText } from '../cut-text.ts';
import { NumberList } from '../number-list.ts';
import type { ResolvedLink } from '../url/resolved-link.ts';
import { LinkDescriptions } from './described-links.ts';
import { countIgnored } from './ignored-links.ts';
import { KeptLinks, TurnTexts } from './kept-links.ts';

type Internal = Extract<ResolvedLink, { kind: 'internal' }>;
type External = Extract<ResolvedLink, { kind: 'external' }>;

/** An internal link of a turn, with its first page in page order. */
export interface FoundLink {
  readonly identity: string;
  readonly address: string;
  /** Index of the entry. */
  readonly page: number;
  /** Its text says that it ends a session. */
  readonly isLogout?: true;
  /** `linkFeatures`; absent unless an order of pages is learnt. */
  readonly features?: readonly number[];
}

/** Longer texts of bad links are cut. */
const longestBadText = 500;

/**
 * The distinct links of a turn so far. The `mark` of a link gives its place in this turn. Marks only grow, so marks of
 * earlier turns are below `firstMark`.
 */
export class TurnNotes {
  readonly firstMark: number;
  readonly targets: FoundLink[] = [];
  /** Spellings of targets that differ from their identity, in the order of their first occurrences. */
  readonly spellings: (readonly [target: number, address: string])[] = [];
  readonly externals: { identity: string; page: number; anchor: string; redirects?: number }[] = [];
  readonly bads: { text: string; page: number; reason: string; count: number }[] = [];
  readonly ignored = new Map<string, number>();
  /** Index and text of each page that declares no language. */
  readonly undeclared: (readonly [page: number, text: string])[] = [];
  readonly numbers = new NumberList(1 << 10);
  /** Anchors of described links, and of the external links of each page. */
  readonly anchors = new TurnTexts();
  /** Data of the current page. */
  readonly kept = new KeptLinks(this.anchors);
  /** Used with the setting `allLinks`. */
  readonly descriptions: LinkDescriptions | undefined;
  private readonly targetIndex = new Map<string, number>();
  /** By target: the places of its addresses in `spellings`. */
  private readonly spellingsOf = new Map<number, Map<string, number>>();
  /** Start of the current page's numbers. */
  private start = 0;
  private readonly externalIndex = new Map<string, number>();
  private readonly badIndex = new Map<string, number>();

  constructor(firstMark: number, isDescribing = false) {
    this.firstMark = firstMark;
    this.descriptions = isDescribing ? new LinkDescriptions(this.anchors) : undefined;
  }

  /** The first mark of the next turn. */
  get nextMark(): number {
    return this.firstMark + Math.max(this.targets.length, this.externals.length);
  }

  /** Begins the next page. */
  startPage(): void {
    this.start = this.numbers.length;
    this.kept.startPage();
    this.descriptions?.startPage();
  }

  /** Notes an occurrence of a link; returns the index of its target. */
  occurrence(link: Internal, page: number): number {
    const place = link.mark >= this.firstMark ? link.mark - this.firstMark : this.target(link, page);
    if (link.seen !== link.identity || this.kept.isSpelled(place)) {
      const spelling = this.spellingsOf.get(place)!.get(link.seen)!;
      this.kept.addSpelling(this.numbers.length - this.start, place, spelling);
    }
    this.numbers.push(place);
    return place;
  }

  /** Notes a further occurrence of a target in the same spelling. */
  repeat(place: number): void {
    this.numbers.push(place);
  }

  target(link: Internal, page: number): number {
    // After forgetting, a resolver may give a second object for a target of this turn.
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

  /** The text of a link to this target ends a session. */
  noteLogout(place: number): void {
    this.targets[place] = { ...this.targets[place]!, isLogout: true };
  }

  noteFeatures(place: number, features: readonly number[]): void {
    this.targets[place] = { ...this.targets[place]!, features };
  }

  /** Targets that occur only as their identity need no note. */
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

  /** Notes a redirect out of the site. */
  redirect(link: External, page: number): void {
    const external = this.externals[this.external(link, page, () => '')]!;
    external.redirects = (external.redirects ?? 0) + 1;
  }

  bad(raw: string, reason: string, page: number): void {
    this.badText(cellText(raw, longestBadText), reason, page, 1);
  }

  /** Notes occurrences of a bad link, with its text as it is stored. */
  badText(text: string, reason: string, page: number, count: number): void {
    const known = this.badIndex.get(text);
    const index = known ?? this.bads.length;
    if (known === undefined) {
      this.badIndex.set(text, index);
      // A slice keeps the whole page in memory; that is harmless, because the notes of a turn are short-lived.
      this.bads.push({ text, page, reason, count });
    } else this.bads[known]!.count += count;
    this.kept.addBad(index, count);
  }

  /** Counts links of a scheme that is not http(s). */
  ignore(scheme: string, count = 1): void {
    countIgnored(this.ignored, scheme, count);
    this.kept.addIgnored(scheme, count);
  }
}
