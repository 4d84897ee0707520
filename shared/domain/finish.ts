import type { CrawlRow, FinishReason, SiteRow } from './crawl-state.ts';

/** What a finish condition may look at. */
export interface CrawlProgress {
  readonly elapsedMs: number;
  /** Pages with a final outcome after a request. */
  readonly pages: number;
  readonly sites: readonly SiteRow[];
}

/** Ends a crawl before its work is done. Chosen by name in the spec; asked about once a second. */
export interface FinishCondition {
  readonly name: string;
  isMet(progress: CrawlProgress): boolean;
}

/** Why a crawl with no active site ended. */
export function finishReasonOf(crawl: CrawlRow, sites: readonly SiteRow[]): FinishReason {
  const counted = sites.filter(({ status }) => status !== 'same-as' && status !== 'removed');
  if (counted.length > 0 && counted.every(({ status }) => status === 'not-available')) return 'not-available';
  if (crawl.stop !== undefined && counted.some(({ status }) => status === crawl.stop)) return crawl.stop;
  return counted.some(({ status }) => status === 'page-budget') ? 'page-budget' : 'no-work';
}

/**
 * Shares out what is left of a page budget among sites that have used up their grants, as equally as whole pages go,
 * the lower numbers first: new grants, each at most the site's own limit. Empty where nothing is left to give.
 */
export function shareRest(
  rest: number,
  sites: readonly { readonly site: number; readonly grant: number; readonly most: number }[],
): { site: number; from: number; to: number }[] {
  const open = sites.filter(({ grant, most }) => grant < most);
  if (open.length === 0 || rest <= 0) return [];
  const each = Math.floor(rest / open.length);
  const over = rest % open.length;
  return open
    .map(({ site, grant, most }, index) => ({
      site,
      from: grant,
      to: Math.min(most, grant + each + (index < over ? 1 : 0)),
    }))
    .filter(({ from, to }) => to > from);
}
