import type { SiteLabels } from '../../../shared/domain/spec/sites/site-labels.ts';
import { type CsvColumn, csvHeader, csvRows } from '../../../shared/files/csv-table.ts';
import type { Change } from '../../../shared/wings/graph/diff/compare-sites.ts';
import type { ComparedSite } from '../../embedded/compare-crawls.ts';
import { type DiffPrinter, otherOf, reasonOf } from './diff-printer.ts';

interface Row {
  readonly site: string;
  readonly what: Change['what'] | 'site';
  readonly change: Change['change'];
  readonly url: string;
  readonly other: string;
  readonly reason: string;
  readonly title: string;
  readonly labels: SiteLabels | undefined;
}

const columns: readonly CsvColumn<Row>[] = [
  ['Site', ({ site }) => site],
  ['What', ({ what }) => what],
  ['Change', ({ change }) => change],
  ['Url', ({ url }) => url],
  ['Other', ({ other }) => other],
  ['Reason', ({ reason }) => reason],
  ['Title', ({ title }) => title],
  ['SiteName', ({ labels }) => labels?.name ?? ''],
  ['ShortName', ({ labels }) => labels?.shortName ?? ''],
  ['Tags', ({ labels }) => labels?.tags ?? ''],
];

/** A row per change. */
export function diffCsv(): DiffPrinter {
  let head = [...texts(csvHeader(columns))];
  return {
    *site(site) {
      yield* head;
      head = [];
      yield* texts(csvRows(columns, rowsOf(site)));
    },
    *end() {
      yield* head;
    },
  };
}

function* rowsOf({ origin: site, labels, before, after, changes }: ComparedSite): Iterable<Row> {
  const empty = { site, url: `${site}/`, other: '', reason: '', title: '', labels };
  if (before === undefined) yield { ...empty, what: 'site', change: 'appeared' };
  if (after === undefined) yield { ...empty, what: 'site', change: 'vanished' };
  for (const change of changes)
    yield {
      site,
      what: change.what,
      change: change.change,
      url: change.url,
      other: otherOf(change),
      reason: reasonOf(change),
      title: 'title' in change ? change.title : '',
      labels,
    };
}

/** Blocks end at the end of a line, so no character is in two of them. */
function* texts(blocks: Iterable<Uint8Array>): Iterable<string> {
  for (const block of blocks) yield Buffer.from(block).toString();
}
