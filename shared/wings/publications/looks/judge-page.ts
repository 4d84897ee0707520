/**
 * The verdict on a look at the address of a publication: a function of what the look brought and of what is known of the address.
 * It decides; `PublicationFold` does.
 */
import type { LostState } from '../store/publication-store.ts';

/** The facts of a page that was brought. */
export interface JudgedPage {
  readonly hasText: boolean;
  /** 0 to 1, of the extractor. */
  readonly articleScore: number;
  /** It says in its markup, or to the minute, when it was published. */
  readonly isTimed: boolean;
  /** It requests proof that a person is there. */
  readonly isChallenge: boolean;
  /** It is hardly an article, and its text seems to come from scripts that have not run. */
  readonly isDrawn: boolean;
  /** The same, and its scripts ran without what they requested: its text may be their regret. */
  readonly isUndrawn: boolean;
  /** Its markup keeps it out of the lists of search engines. */
  readonly isHidden: boolean;
  /** Of its text without the template of its host left out. */
  readonly plainKey: string;
  /** Share of the words of the last good text that its text has, 0 to 1; 1 where no text is known. */
  readonly kept: number;
  /** Other addresses of the source that had the same text. */
  readonly others: number;
  /** The entry that names the page, or its address, has the words of its title: a notice may have the text of another day's. */
  readonly isAnnounced: boolean;
  /** The entry that names the page gave a headline of which title and text have hardly a word. */
  readonly isForeign: boolean;
  /** The rest of its text is for subscribers, and the last good text was longer. */
  readonly isCut: boolean;
  /** It is an article with the announced title, at least twice as long as the last good text. */
  readonly isGrown: boolean;
  /** Where a redirect led: to the home page, or to a folder above the address. */
  readonly lands: 'here' | 'above' | 'home';
}

export type Brought =
  | { readonly kind: 'page'; readonly page: JudgedPage }
  | { readonly kind: 'missing'; readonly status: 404 | 410 }
  /** It redirects to another host. */
  | { readonly kind: 'away' }
  /** An answer without a page, or none. `mayPass`: a later request may be answered otherwise. */
  | { readonly kind: 'nothing'; readonly why: string; readonly mayPass: boolean }
  /** It is requested again, or a redirect leads on within the source. */
  | { readonly kind: 'under-way' };

/** The facts known about the address. */
export type Known =
  /** No look has seen a publication there. `isNamed`: an entry names it as one. */
  | { readonly kind: 'first'; readonly isNamed: boolean }
  /** It is one. */
  | { readonly kind: 'publication'; readonly plainKey: string; readonly lost: LostState | undefined };

/** Why a page is not that of the publication any more. */
export type Doubt = 'no-text' | 'other-text' | 'shared-text' | 'hidden' | 'folder' | 'moved-away';

/** The list is closed. */
export type Verdict =
  /** There is nothing to say yet. */
  | { readonly kind: 'waiting' }
  /** A publication that no look has seen before. */
  | { readonly kind: 'new' }
  /** A known publication whose text is another, or which is back. */
  | { readonly kind: 'version' }
  /** As it was, as far as the look shows: it is looked at again as planned. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'gone'; readonly isForGood: boolean }
  /** Its page is another one: what was seen before stays. */
  | { readonly kind: 'doubtful'; readonly why: Doubt }
  /** It may become a publication: it is tried again. */
  | { readonly kind: 'later'; readonly why: string }
  | { readonly kind: 'none'; readonly why: string };

/** Requested addresses look like publications already, so that their pages need not be as sure as any page. */
const leastScore = 0.2;
/** Below this share of kept words a text is another one. */
const leastKept = 0.2;
/** Below this share it is, if anything else speaks for it too. */
const leastKeptInDoubt = 0.5;
/** Below this share, or without the words of the title in its own, a home page is another text: it may show the beginning of the article. */
const leastKeptAtHome = 0.9;
/** From this share on a text for all readers is the beginning of the last good text; a smaller share is that of an offer. */
const leastKeptInCut = 0.1;
/** So many other addresses may have a text at most that is seen for the first time: the version for printers, and its like. */
const mostTwins = 3;

export function judge(brought: Brought, known: Known): Verdict {
  switch (brought.kind) {
    case 'under-way':
      return { kind: 'waiting' };
    case 'nothing':
      if (known.kind === 'publication') return { kind: 'unchanged' };
      return { kind: brought.mayPass ? 'later' : 'none', why: brought.why };
    case 'away':
      return known.kind === 'publication' ? lostTo('moved-away', known) : { kind: 'none', why: 'moved-away' };
    case 'missing':
      return judgeMissing(brought.status, known);
    case 'page':
      return known.kind === 'publication' ? judgeAgain(brought.page, known) : judgeFirst(brought.page, known);
  }
}

/** 410 says that it is for good. After 404 the page may come, or come back. */
function judgeMissing(status: 404 | 410, known: Known): Verdict {
  if (known.kind === 'first') return { kind: status === 410 ? 'none' : 'later', why: `status-${status}` };
  if (status === 404 && known.lost === 'gone') return { kind: 'unchanged' };
  return { kind: 'gone', isForGood: status === 410 };
}

function judgeFirst(page: JudgedPage, { isNamed }: Extract<Known, { kind: 'first' }>): Verdict {
  const isOther = page.others > mostTwins && !page.isAnnounced;
  if (page.isUndrawn) return { kind: 'later', why: 'undrawn' };
  if (page.isForeign && !page.isTimed) return { kind: 'later', why: 'other-text' };
  // A page that says when it was published is a publication, however short.
  const isArticle = isNamed || page.articleScore >= leastScore || page.isTimed;
  if (page.hasText && !page.isChallenge && !isOther && isArticle) return { kind: 'new' };
  const why = page.isChallenge ? 'challenge' : page.isDrawn ? 'drawn' : isOther ? 'shared-text' : 'no-article';
  return { kind: isNamed || why !== 'no-article' ? 'later' : 'none', why };
}

type Publication = Extract<Known, { kind: 'publication' }>;

function judgeAgain(page: JudgedPage, known: Publication): Verdict {
  if (page.isChallenge || page.isUndrawn) return { kind: 'unchanged' };
  if (page.hasText && page.plainKey === known.plainKey)
    return known.lost === undefined ? { kind: 'unchanged' } : { kind: 'version' };
  if (page.lands === 'home' && (page.kept < leastKeptAtHome || !page.isAnnounced))
    return known.lost === 'gone' ? { kind: 'unchanged' } : { kind: 'gone', isForGood: false };
  if (page.isCut && page.kept >= leastKeptInCut) return { kind: 'unchanged' };
  const isDoubted = page.kept < leastKeptInDoubt;
  const why = isDoubted ? doubtOf(page) : page.hasText ? undefined : 'no-text';
  return why === undefined ? { kind: 'version' } : lostTo(why, known);
}

function doubtOf({ hasText, kept, others, isHidden, isGrown, lands }: JudgedPage): Doubt | undefined {
  if (!hasText) return 'no-text';
  if (others > 0) return 'shared-text';
  if (lands !== 'here') return 'folder';
  if (isHidden) return 'hidden';
  return kept < leastKept && !isGrown ? 'other-text' : undefined;
}

function lostTo(why: Doubt, { lost }: Publication): Verdict {
  return lost === undefined ? { kind: 'doubtful', why } : { kind: 'unchanged' };
}
