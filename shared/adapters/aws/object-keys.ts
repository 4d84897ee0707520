/**
 * Keys in the one bucket of the account. The kind of object comes first, then the crawl, because lifecycle rules go by
 * prefix: bodies live for days, results as long as the crawl.
 *
 *   bodies/<crawl>/…    segments/<crawl>/…    robots/<crawl>/…      objects of the steps
 *   answers/<crawl>/…   samples/<crawl>/…     traversals/<crawl>/…  objects of crawls that need a browser
 *   states/<crawl>/…                                                the same
 *   memories/<crawl>/…  publications/<crawl>/…                      what watches remember, texts of publications
 *   results/<crawl>/…                                               result files, named as in a crawl directory
 *   control/<crawl>/…                                               what the Lambdas of one crawl hand to each other
 *   tables/publications/watch=<crawl>/day=<day>/…                   publications by the day on which they were found, as Parquet
 *   tables/mentions/watch=<crawl>/day=<day>/…                       mentions in publications of a day, as Parquet; `tables/tones/` likewise
 *   tables/applications/watch=<crawl>/app_<name>/day=<day>/…        records of applications by the day of their look, as Parquet
 *   lists/<crawl>/<table>/symlink.txt                               which Parquet files of the crawl are that table of Athena
 *   uploads/<owner>/…                                               lists of sites that a caller has sent
 */
export function objectKey(crawl: string, name: string): string {
  const slash = name.indexOf('/');
  if (slash < 0) throw new Error(`object name "${name}" has no kind; expected kind/…`);
  return `${name.slice(0, slash)}/${crawl}${name.slice(slash)}`;
}

/** The name that `objectKey` made `key` of. */
export function objectNameOf(crawl: string, key: string): string {
  return key.replace(`/${crawl}/`, '/');
}

export function resultKey(crawl: string, name: string): string {
  return `results/${crawl}/${name}`;
}

/** Where Athena finds which files of a crawl belong to a table. */
export function tableListKey(crawl: string, table: string): string {
  return `lists/${crawl}/${table}/symlink.txt`;
}

/** Where Athena finds the publications of a watch that were found on a day (`2026-05-31`, UTC). */
export function dailyKey(crawl: string, day: string): string {
  return `${dailyPrefixOf(crawl)}day=${day}/publications.parquet`;
}

/** Daily tables about organizations: mentions, and what they come to for a publication. */
export const organizationTables = ['mentions', 'tones'] as const;
export type OrganizationTable = (typeof organizationTables)[number];

export function dailyOrganizationsKey(crawl: string, table: OrganizationTable, day: string): string {
  return `${dailyOrganizationsPrefixOf(crawl, table)}day=${day}/${table}.parquet`;
}

export function dailyOrganizationsPrefixOf(crawl: string, table: OrganizationTable): string {
  return `tables/${table}/watch=${crawl}/`;
}

export function dailyPrefixOf(crawl: string): string {
  return `tables/publications/watch=${crawl}/`;
}

/** Where Athena finds the records of an application, of pages of a watch that were looked at on a day. */
export function dailyRecordsKey(crawl: string, application: string, day: string): string {
  return `${dailyRecordsPrefixOf(crawl)}app_${application}/day=${day}/records.parquet`;
}

export function dailyRecordsPrefixOf(crawl: string): string {
  return `tables/applications/watch=${crawl}/`;
}
