import { number, type ReportColumn, reportEnd, reportHead, reportTable } from '../../../shared/files/html-report.ts';
import { xmlText } from '../../../shared/files/xml-text.ts';
import { type ChangeKind, changeKinds, shownChanges } from '../../../shared/wings/graph/diff/change-kinds.ts';
import type { Change } from '../../../shared/wings/graph/diff/compare-sites.ts';
import { titleOf } from '../../../shared/wings/graph/formats/node-columns.ts';
import type { ComparedSite, SideOfSite } from '../../embedded/compare-crawls.ts';
import { type DiffPrinter, otherOf, reasonOf } from './diff-printer.ts';
import { headingOf } from './diff-text.ts';

/** Changes of one kind that are shown of a site. */
const most = 500;

function captionOf(kind: ChangeKind): string {
  const text = headingOf(kind, 2);
  return text[0]!.toUpperCase() + text.slice(1);
}

/** A page that requests nothing else and has no scripts: the first changes of each kind, and how many more there are. */
export function diffHtml(before: string, after: string): DiffPrinter {
  let head = reportHead(`What changed from ${before} to ${after}`);
  return {
    *site(site) {
      yield head;
      head = '';
      yield siteHtml(site);
    },
    *end() {
      yield head + reportEnd;
    },
  };
}

function siteHtml(site: ComparedSite): string {
  const { counts, first } = shownChanges(site.changes, most);
  const facts = [
    ...(site.labels === undefined || site.labels.tags === '' ? [] : [['Tags', xmlText(site.labels.tags)]]),
    ['Before', sideText(site.before)],
    ['After', sideText(site.after)],
    ...changeKinds.map(kind => [captionOf(kind), number(counts.get(kind) ?? 0)]),
  ];
  const tables = changeKinds
    .filter(kind => counts.has(kind))
    .map(kind =>
      reportTable({
        caption: captionOf(kind),
        columns,
        rows: first.get(kind)!,
        most,
        total: counts.get(kind)!,
        all: 'orbweaver diff … --format csv',
      }),
    );
  const list = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>\n`).join('');
  return `<h2>${xmlText(titleOf(site))}</h2>\n<dl>\n${list}</dl>\n${tables.join('')}`;
}

function sideText(side: SideOfSite | undefined): string {
  if (side === undefined) return 'not in this crawl';
  const size = `${number(side.pages)} pages, ${number(side.links)} links`;
  return side.status === 'no-work' ? size : `${size}; ended by ${side.status}`;
}

const columns: readonly ReportColumn<Change>[] = [
  ['Address', ({ url }) => url],
  ['Other address', otherOf],
  ['Reason', reasonOf],
  ['Title', change => ('title' in change ? change.title : '')],
];
