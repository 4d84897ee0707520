import { type CsvColumn, csvTable } from '../../../files/csv-table.ts';
import type { BadLink, ExternalLink, LevelCount, Merge, SkippedUrl } from '../site-graph/graph.ts';

/** `links/<file>.external.csv`: a row per distinct address, first seen first. */
export function externalLinksCsv(links: Iterable<ExternalLink>, withTypes = false): Iterable<Uint8Array> {
  return csvTable(
    [
      ['Url', link => link.url],
      ['Page', link => link.page],
      ['Level', link => link.level],
      ['Anchor', link => link.anchor],
      ['Occurrences', link => link.occurrences],
      ...(withTypes ? [linkType] : []),
    ],
    links,
  );
}

const linkType: CsvColumn<ExternalLink> = ['LinkType', link => link.type ?? ''];

/** `links/<file>.bad.csv` */
export function badLinksCsv(links: Iterable<BadLink>): Iterable<Uint8Array> {
  return csvTable(
    [
      ['Text', link => link.text],
      ['Page', link => link.page],
      ['Level', link => link.level],
      ['Reason', link => link.reason],
      ['Occurrences', link => link.occurrences],
    ],
    links,
  );
}

/** `reports/<file>.merges.csv` */
export function mergesCsv(merges: Iterable<Merge>): Iterable<Uint8Array> {
  return csvTable(
    [
      ['Url', merge => merge.url],
      ['Kind', merge => merge.kind],
      ['KeptUrl', merge => merge.keptUrl],
      ['Evidence', merge => merge.evidence],
      ['Address', merge => merge.address ?? ''],
    ],
    merges,
  );
}

/** `reports/<file>.skipped.csv`; Status is empty where there was no answer. */
export function skippedCsv(skipped: Iterable<SkippedUrl>): Iterable<Uint8Array> {
  return csvTable(
    [
      ['Url', url => url.url],
      ['Level', url => url.level],
      ['FoundOn', url => url.foundOn],
      ['Reason', url => url.reason],
      ['Status', url => url.status ?? ''],
      ['Attempts', url => url.attempts],
    ],
    skipped,
  );
}

/** `reports/<file>.levels.csv` */
export function levelsCsv(levels: Iterable<LevelCount>): Iterable<Uint8Array> {
  return csvTable(
    [
      ['Level', count => count.level],
      ['Found', count => count.found],
      ['Nodes', count => count.nodes],
      ['Redirects', count => count.redirects],
      ['Duplicates', count => count.duplicates],
      ['Skipped', count => count.skipped],
      ['Normalized', count => count.normalized ?? 0],
    ],
    levels,
  );
}
