/** The answers of the HTTP app (its `/openapi.json`), as far as this page shows them. */

import type { LinkDomain, LinkRow, LinkTotals } from '../../../shared/domain/link-rows.ts';
import type { LiveWork } from '../../../shared/report/live-work.ts';
import type { Progress, SiteProgress } from '../../../shared/report/progress.ts';
import type { StartFault } from '../../../shared/report/start-fault.ts';
import type { ChoiceRow, SharingSite } from '../../http/routes/choice-routes.ts';
import type { LevelRow } from '../../http/routes/level-routes.ts';
import type { crawlLine } from '../../http/views/crawl-view.ts';
import type { SiteLine as ListedSite } from '../../http/views/site-lines.ts';
import type { ToldRefusal } from '../words/refusals-ru.ts';

export interface Page {
  /** Place of the next rows; absent at the end. */
  readonly next?: string;
}

/** A crawl in the list; in full it has the rest. */
export interface Crawl
  extends ReturnType<typeof crawlLine>,
    Partial<Pick<Progress, 'elapsedMs' | 'limit' | 'order' | 'queued' | 'bytes' | 'outcomes'>> {
  readonly causes?: readonly ToldRefusal[];
  /** Its result files are not as its tables of links are: they are being written, or why they could not be. */
  readonly filesBehind?: { readonly state: 'writing' | 'failed'; readonly why?: readonly ToldRefusal[] };
  readonly pages?: number;
  /** Found and not requested when it ended early. */
  readonly leftToDo?: number;
  readonly pagesPerSecond?: number;
  /** Its work at this moment; absent if the place says it with each turn only. */
  readonly live?: LiveWork;
  /** Sites whose start page gave no page: how many, and the first of them. */
  readonly startFaultCount?: number;
  readonly startFaults?: readonly (StartFault & { readonly number: number; readonly name: string })[];
  readonly sites?: readonly SiteLine[];
  readonly next?: string;
}

export interface CrawlPage extends Page {
  readonly crawls: readonly Crawl[];
}

/** A site in a crawl, or in the table of sites, which says more. */
export type SiteLine = SiteProgress & Partial<Omit<ListedSite, keyof SiteProgress>>;

export interface SitePage extends Page {
  readonly sites: readonly SiteLine[];
  /** Over all sites, where they were requested; what is not counted is absent. */
  readonly totals?: Readonly<Partial<Record<'sites' | 'used' | 'waiting' | 'newExternalLinks' | 'badLinks', number>>>;
}

export interface LinkPage extends Page {
  readonly links: readonly LinkRow[];
  /** Of all rows that the filter leaves; absent if the place does not count, or there are too many. */
  readonly totals?: LinkTotals;
}

/** External links by domain. */
export interface DomainPage extends Page {
  readonly domains: readonly LinkDomain[];
  readonly totals: { readonly domains: number; readonly links: number; readonly occurrences: number };
}

export interface LevelTable {
  readonly levels: readonly LevelRow[];
  readonly isFinal: boolean;
}

export interface ChoicePage extends Page {
  readonly rule?: string;
  readonly budget?: number;
  readonly sites?: readonly SharingSite[];
  readonly choices: readonly ChoiceRow[];
}

/** Rows of the fragment's files, cells by heading. */
export interface Fragment {
  readonly sites: readonly Readonly<Record<string, string | number>>[];
  readonly links: readonly Readonly<Record<string, string | number>>[];
}

export interface ResultFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly url: string;
}

export interface ResultPage extends Page {
  readonly files: readonly ResultFile[];
}

/** Rows of a result table. */
export interface TablePage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
  readonly next?: string;
}
