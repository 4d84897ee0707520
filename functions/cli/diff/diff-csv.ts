import type { SiteLabels } from '../../../shared/domain/spec/sites/site-labels.ts';
import { columnsOf } from '../../../shared/files/column.ts';
import { csvHeader, csvRows } from '../../../shared/files/csv-table.ts';
import type { Change } from '../../../shared/wings/graph/diff/compare-sites.ts';
import type { ComparedSite } from '../../embedded/compare-crawls.ts';
import { type DiffPrinter, reasonOf } from './diff-printer.ts';

interface Row {
  readonly site: string;
  readonly change: Change | { readonly what: 'site'; readonly change: 'appeared' | 'vanished'; readonly url: string };
  readonly labels: SiteLabels | undefined;
}

export const diffColumns = columnsOf<Row>([
  ['Site', 'string', 'origin of the site', ({ site }) => site],
  [
    'What',
    'string',
    '`page`, `link`, `external`, `issue`, or `site` where only one crawl has it',
    ({ change }) => change.what,
  ],
  [
    'Change',
    'string',
    '`appeared`, `vanished`; of pages also `changed`, `moved` and `not comparable`',
    ({ change }) => change.change,
  ],
  ['Url', 'string', 'the page; of one that vanished or moved the old address', ({ change }) => change.url],
  [
    'Other',
    'string',
    'where a link leads, or where a page is now',
    ({ change }) => ('to' in change ? change.to : undefined),
  ],
  [
    'Reason',
    'string',
    'how a page moved, or why it vanished; the check of an issue',
    ({ change }) => (change.what === 'site' ? '' : reasonOf(change)),
  ],
  ['Title', 'string', 'title of the page', ({ change }) => ('title' in change ? change.title : undefined)],
  ['SiteName', 'string', 'name of the site in the later crawl', ({ labels }) => labels?.name],
  ['ShortName', 'string', 'its short name', ({ labels }) => labels?.shortName],
  ['Tags', 'string', 'kinds of sites in the words of the list', ({ labels }) => labels?.tags],
]);

/** A row per change. */
export function diffCsv(): DiffPrinter {
  let head = [...texts(csvHeader(diffColumns))];
  return {
    *site(site) {
      yield* head;
      head = [];
      yield* texts(csvRows(diffColumns, rowsOf(site)));
    },
    *end() {
      yield* head;
    },
  };
}

function* rowsOf({ origin: site, labels, before, after, changes }: ComparedSite): Iterable<Row> {
  const whole = { what: 'site', url: `${site}/` } as const;
  if (before === undefined) yield { site, change: { ...whole, change: 'appeared' }, labels };
  if (after === undefined) yield { site, change: { ...whole, change: 'vanished' }, labels };
  for (const change of changes) yield { site, change, labels };
}

/** Blocks end at the end of a line, so no character is in two of them. */
function* texts(blocks: Iterable<Uint8Array>): Iterable<string> {
  for (const block of blocks) yield Buffer.from(block).toString();
}
