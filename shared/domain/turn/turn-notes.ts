import { cellText } from '../cut-text.ts';
import { NumberList } from '../number-list.ts';
import type { ResolvedLink } from '../url/resolved-link.ts';
import { LinkDescriptions } from './described-links.ts';

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
/** Schemes that are told apart; links of further ones are counted together. */
const mostSchemes = 100;

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
  /** Where the spec asks for all links. */
  readonly descriptions: LinkDescriptions | undefined;
  private readonly targetIndex = new Map<string, number>();
  /** By target, what `spellings` has. */
  private readonly spellingsOf = new Map<number, Set<string>>();
  private readonly externalIndex = new Map<string, number>();
  private readonly badIndex = new Map<string, number>();

  constructor(firstMark: number, isDescribing = false) {
    this.firstMark = firstMark;
    this.descriptions = isDescribing ? new LinkDescriptions() : undefined;
  }

  /** Marks of the next turn begin here. */
  get nextMark(): number {
    return this.firstMark + Math.max(this.targets.length, this.externals.length);
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
    const seen = noted ?? new Set<string>();
    this.spellingsOf.set(target, seen);
    for (const each of noted === undefined && isKnown ? [identity, address] : [address]) {
      if (!seen.has(each)) this.spellings.push([target, each]);
      seen.add(each);
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
    const text = cellText(raw, longestBadText);
    const known = this.badIndex.get(text);
    if (known !== undefined) {
      this.bads[known]!.count += 1;
      return;
    }
    this.badIndex.set(text, this.bads.length);
    // A slice of the page would keep the whole page alive: no matter, the turn's notes are short-lived.
    this.bads.push({ text, page, reason, count: 1 });
  }
}

/** Adds links of a scheme that is not http(s) to `ignored`, which holds the links of each scheme. */
export function countIgnored(ignored: Map<string, number>, scheme: string, links: number): void {
  const name = ignored.has(scheme) || ignored.size < mostSchemes ? scheme : 'other';
  ignored.set(name, (ignored.get(name) ?? 0) + links);
}
