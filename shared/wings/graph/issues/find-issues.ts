import type { ExternalCheck } from '../../../domain/protocol/external-check.ts';
import type { SiteReading } from '../read-site.ts';
import type { SiteListing } from '../sitemap-part.ts';
import type { IssueCheck, IssueSite, IssueTests, ListedUrl } from './issue-check.ts';
import { redirectsOf } from './issue-site.ts';

/** An address with what a check says of it. */
export interface IssuePage {
  readonly check: IssueCheck;
  readonly url: string;
  readonly detail: string;
}

/** The stored tables of a site. Absent: the crawl has none of the kind. */
export interface IssueTables {
  readonly reading: SiteReading;
  readonly listing?: SiteListing | undefined;
  readonly externals?: ReadonlyMap<string, ExternalCheck> | undefined;
}

/** Findings of the checks, in the order of each table; of a row in the order of the checks. Each table is read once. */
export function* findIssues(
  { reading, listing, externals }: IssueTables,
  site: IssueSite,
  checks: readonly IssueCheck[],
  normalize: (url: URL) => string,
): Iterable<IssuePage> {
  const { results } = reading;
  const test = testsOf(checks, site);
  yield* test('page', results.graph.nodes(), ({ url }) => url);
  yield* test('skipped', results.skipped(), ({ url }) => url);
  yield* test('redirect', redirectsOf(reading, site.own), ({ url }) => url);
  yield* test('bad', results.badLinks(), ({ text }) => text);
  yield* test('listed', listedUrls(listing, normalize), ({ url }) => url);
  yield* test('external', externalsOf(reading, externals), ({ url }) => url);
}

type RowOf<Kind extends keyof IssueTests> = Parameters<NonNullable<IssueTests[Kind]>>[0];

function testsOf(checks: readonly IssueCheck[], site: IssueSite) {
  return function* <Kind extends keyof IssueTests>(
    kind: Kind,
    rows: Iterable<RowOf<Kind>>,
    urlOf: (row: RowOf<Kind>) => string,
  ): Iterable<IssuePage> {
    const wanted = checks.filter(({ tests }) => tests[kind] !== undefined);
    for (const row of rows)
      for (const check of wanted) {
        const detail = (check.tests[kind] as (row: RowOf<Kind>, site: IssueSite) => string | undefined)(row, site);
        if (detail !== undefined) yield { check, url: urlOf(row), detail };
      }
  };
}

/** Each once, under the sitemap that lists it first. */
function listedUrls(listing: SiteListing | undefined, normalize: (url: URL) => string): Iterable<ListedUrl> {
  const found = new Map<string, ListedUrl>();
  for (const { address, file } of listing?.addresses ?? []) {
    const url = normalize(new URL(address));
    const isElsewhere = listing!.elsewhere.has(address);
    if (!found.has(url)) found.set(url, { url, sitemap: listing!.files[file] ?? '', isElsewhere });
  }
  return found.values();
}

function* externalsOf({ site }: SiteReading, checks: IssueTables['externals']): Iterable<ExternalCheck> {
  if (checks === undefined) return;
  for (const [url] of site.externals) {
    const check = checks.get(url);
    if (check !== undefined) yield check;
  }
}
