/** The findings, on the other pages of a host, of rules that are learnt from some of its pages. */

import { suggestRules } from '../../shared/wings/publications/grabber/suggest/suggest-rules.ts';
import { textsBy } from '../../shared/wings/publications/grabber/suggest/unseen-matches.ts';
import { type SuitePage, suitePages } from './suite-pages.ts';

/** Pages of a host from which rules are learnt and on which they are tried. */
const leastPages = 6;

export interface LearntRules {
  readonly host: string;
  /** The places of the text, one a page type. */
  readonly places: readonly string[];
  /** Of the pages that the rules were not learnt from. */
  readonly matched: number;
  readonly unseen: number;
}

/** Learns from every other page of each host, beginning with the first or the second, and applies to those between. */
export function learntRules(first: 0 | 1, now: number): readonly LearntRules[] {
  const pages = [...suitePages('articles'), ...suitePages('russian-news')];
  const hosts = Map.groupBy(pages, ({ host }) => host);
  return [...hosts].flatMap(([host, all]) => (all.length < leastPages ? [] : [learntOf(host, all, { first, now })]));
}

function learntOf(
  host: string,
  pages: readonly SuitePage[],
  { first, now }: { readonly first: 0 | 1; readonly now: number },
): LearntRules {
  const seen = pages.filter((_, i) => i % 2 === first).map(asSource);
  const unseen = pages.filter((_, i) => i % 2 !== first).map(asSource);
  const { rules } = suggestRules(seen, now);
  return {
    host,
    places: (rules?.types ?? []).map(({ match }) => match ?? ''),
    matched: rules === null ? 0 : textsBy(rules, unseen, now).length,
    unseen: unseen.length,
  };
}

function asSource({ html, url }: SuitePage) {
  return { html, ...(url !== undefined && { url }) };
}
