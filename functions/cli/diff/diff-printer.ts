import type { Change } from '../../../shared/wings/graph/diff/compare-sites.ts';
import type { ComparedSite } from '../../embedded/compare-crawls.ts';

/** How changes are written in one format. */
export interface DiffPrinter {
  /** Called once for each site. */
  site(site: ComparedSite): Iterable<string>;
  end(): Iterable<string>;
}

/** Why a page is gone, and how one has moved: "http-status 404", "redirect"; empty for other changes. */
export function reasonOf(change: Change): string {
  if (!('why' in change)) return '';
  const why = 'status' in change ? `${change.why} ${change.status}` : change.why;
  return 'by' in change ? `${why} (earlier crawl)` : why;
}

/** Where a link leads, or where a page is now; empty for other changes. */
export function otherOf(change: Change): string {
  return 'to' in change ? (change.to ?? '') : '';
}
