/**
 * What a look at the address of a publication says: a function of what the look brought and of what is known of the address.
 * It decides; `PublicationFold` does.
 */

/** What a page that was brought says of itself. */
export interface JudgedPage {
  readonly hasText: boolean;
  /** 0 to 1, of the extractor. */
  readonly articleScore: number;
  /** It says in its markup, or to the minute, when it was published. */
  readonly isTimed: boolean;
  /** It requests proof that a person is there. */
  readonly isChallenge: boolean;
  /** Of its text without the template of its host left out. */
  readonly plainKey: string;
}

export type Brought =
  | { readonly kind: 'page'; readonly page: JudgedPage }
  | { readonly kind: 'missing'; readonly status: 404 | 410 }
  /** An answer without a page, or none: it says nothing of the publication. */
  | { readonly kind: 'nothing' }
  /** It is requested again, or a redirect leads on within the source. */
  | { readonly kind: 'under-way' };

/** What is known of the address. */
export type Known =
  /** It is requested for the first time. `isNamed`: an entry names it as a publication. */
  | { readonly kind: 'first'; readonly isNamed: boolean }
  /** Another source named it as a publication, and no look has seen it yet. */
  | { readonly kind: 'named' }
  /** It is one. `isGone`: the last look found no page. */
  | { readonly kind: 'publication'; readonly plainKey: string; readonly isGone: boolean };

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
  | { readonly kind: 'none'; readonly why: 'challenge' | 'no-article' | 'no-page' | 'status-404' | 'status-410' };

export interface JudgeRules {
  /** Requested addresses look like publications already, so that their pages need not be as sure as any page. */
  readonly leastScore: number;
}

const judgeRules: JudgeRules = { leastScore: 0.2 };

export function judge(brought: Brought, known: Known, rules: JudgeRules = judgeRules): Verdict {
  switch (brought.kind) {
    case 'under-way':
      return { kind: 'waiting' };
    case 'nothing':
      return known.kind === 'first' ? { kind: 'none', why: 'no-page' } : { kind: 'unchanged' };
    case 'missing':
      return judgeMissing(brought.status, known);
    case 'page':
      return judgePage(brought.page, known, rules);
  }
}

/** 410 says that it is for good. After 404 the looks go on: the page may come back. */
function judgeMissing(status: 404 | 410, { kind }: Known): Verdict {
  if (kind === 'publication') return { kind: 'gone', isForGood: status === 410 };
  return { kind: 'none', why: `status-${status}` };
}

function judgePage(page: JudgedPage, known: Known, rules: JudgeRules): Verdict {
  const isReadable = page.hasText && !page.isChallenge;
  switch (known.kind) {
    case 'publication':
      if (!isReadable || (known.plainKey === page.plainKey && !known.isGone)) return { kind: 'unchanged' };
      return { kind: 'version' };
    case 'named':
      if (isReadable) return { kind: 'new' };
      return page.isChallenge ? { kind: 'unchanged' } : { kind: 'none', why: 'no-article' };
    case 'first':
      if (isReadable && (known.isNamed || isArticleLike(page, rules))) return { kind: 'new' };
      return { kind: 'none', why: page.isChallenge ? 'challenge' : 'no-article' };
  }
}

/** A page that says when it was published is a publication, however short. */
function isArticleLike({ articleScore, isTimed }: JudgedPage, { leastScore }: JudgeRules): boolean {
  return articleScore >= leastScore || isTimed;
}
