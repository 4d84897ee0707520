import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import { type CsvColumn, csvTable } from '../../../files/csv-table.ts';
import type { BadLink, ExternalLink, LevelCount, Merge, SkippedUrl } from '../site-graph/graph.ts';
import { withLabels } from './label-columns.ts';

/** `links/<file>.external.csv`: a row per distinct address, first seen first. */
export function externalLinksCsv(
  links: Iterable<ExternalLink>,
  withTypes = false,
  labels?: SiteLabels,
): Iterable<Uint8Array> {
  return csvTable(
    withLabels<ExternalLink>(
      [
        ['Url', link => link.url],
        ['Page', link => link.page],
        ['Level', link => link.level],
        ['Anchor', link => link.anchor],
        ['Occurrences', link => link.occurrences],
        ...(withTypes ? [linkType] : []),
      ],
      labels,
    ),
    links,
  );
}

const linkType: CsvColumn<ExternalLink> = ['LinkType', link => link.type ?? ''];

/** `links/<file>.bad.csv` */
export function badLinksCsv(links: Iterable<BadLink>, labels?: SiteLabels): Iterable<Uint8Array> {
  return csvTable(
    withLabels<BadLink>(
      [
        ['Text', link => link.text],
        ['Page', link => link.page],
        ['Level', link => link.level],
        ['Reason', link => link.reason],
        ['Occurrences', link => link.occurrences],
      ],
      labels,
    ),
    links,
  );
}

/** `reports/<file>.merges.csv` */
export function mergesCsv(merges: Iterable<Merge>, labels?: SiteLabels): Iterable<Uint8Array> {
  return csvTable(
    withLabels<Merge>(
      [
        ['Url', merge => merge.url],
        ['Kind', merge => merge.kind],
        ['KeptUrl', merge => merge.keptUrl],
        ['Evidence', merge => merge.evidence],
        ['Address', merge => merge.address ?? ''],
      ],
      labels,
    ),
    merges,
  );
}

/** `reports/<file>.skipped.csv`; Status is empty where there was no answer. */
export function skippedCsv(skipped: Iterable<SkippedUrl>, labels?: SiteLabels): Iterable<Uint8Array> {
  return csvTable(
    withLabels<SkippedUrl>(
      [
        ['Url', url => url.url],
        ['Level', url => url.level],
        ['FoundOn', url => url.foundOn],
        ['Reason', url => url.reason],
        ['Status', url => url.status ?? ''],
        ['Attempts', url => url.attempts],
      ],
      labels,
    ),
    skipped,
  );
}

/** `reports/<file>.levels.csv` */
export function levelsCsv(levels: Iterable<LevelCount>, labels?: SiteLabels): Iterable<Uint8Array> {
  return csvTable(
    withLabels<LevelCount>(
      [
        ['Level', count => count.level],
        ['Found', count => count.found],
        ['Nodes', count => count.nodes],
        ['Redirects', count => count.redirects],
        ['Duplicates', count => count.duplicates],
        ['Skipped', count => count.skipped],
        ['Normalized', count => count.normalized ?? 0],
      ],
      labels,
    ),
    levels,
  );
}
