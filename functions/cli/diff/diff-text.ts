import { readableAddress } from '../../../shared/files/readable-address.ts';
import { type ChangeKind, changeKinds, shownChanges } from '../../../shared/wings/graph/diff/change-kinds.ts';
import type { Change } from '../../../shared/wings/graph/diff/compare-sites.ts';
import { titleOf } from '../../../shared/wings/graph/formats/node-columns.ts';
import type { ComparedSite, SideOfSite } from '../../embedded/compare-crawls.ts';
import { formatCount, formatCounted } from '../terminal/print.ts';
import { type DiffPrinter, otherOf, reasonOf } from './diff-printer.ts';

/** Changes of one kind that are shown of a site. */
const most = 10;

/** For people: what changed of each site, the first changes of each kind, and how many sites are as they were. */
export function diffText(before: string, after: string): DiffPrinter {
  let same = 0;
  let others = 0;
  return {
    *site(site) {
      const lines = siteLines(site, `orbweaver diff ${before} ${after} --format csv`);
      if (lines.length === 0) same += 1;
      else others += 1;
      for (const line of lines) yield `${line}\n`;
    },
    *end() {
      if (others === 0) yield `Nothing changed: ${formatCounted(same, 'site')}.\n`;
      else if (same > 0) yield `${formatCounted(same, 'more site')} as before.\n`;
    },
  };
}

function siteLines(site: ComparedSite, whole: string): readonly string[] {
  const { origin, before, after } = site;
  if (before === undefined) return [`${titleOf(site)}: only in the later crawl (${sizeOf(after!)})`, ''];
  if (after === undefined) return [`${titleOf(site)}: only in the earlier crawl (${sizeOf(before)})`, ''];
  const { counts, first } = shownChanges(site.changes, most);
  const told = changeKinds.filter(kind => counts.has(kind));
  if (told.length === 0) return [];
  return [
    `${titleOf(site)}: ${sizeOf(before)} before, ${sizeOf(after)} after`,
    ...[before, after].flatMap(limitLine),
    ...told.flatMap(kind => [
      `  ${formatCount(counts.get(kind)!)} ${headingOf(kind, counts.get(kind)!)}:`,
      ...first.get(kind)!.map(change => `    ${changeLine(change, origin)}`),
      ...(counts.get(kind)! > most ? [`    and ${formatCount(counts.get(kind)! - most)} more: ${whole}`] : []),
    ]),
    '',
  ];
}

function limitLine({ status }: SideOfSite, place: number): readonly string[] {
  if (status === 'no-work') return [];
  const which = place === 0 ? 'earlier' : 'later';
  return [`  The ${which} crawl of it ended by ${status}: it may miss pages for this reason.`];
}

function sizeOf({ pages, links }: SideOfSite): string {
  return `${formatCounted(pages, 'page')} and ${formatCounted(links, 'link')}`;
}

/** Behind a count: "pages appeared". */
export function headingOf(kind: ChangeKind, count: number): string {
  const what = kind.split(' ', 1)[0] as Change['what'];
  const change = kind.slice(what.length + 1);
  if (what === 'external') return `${count === 1 ? 'address' : 'addresses'} of other sites ${change}`;
  return `${what}${count === 1 ? '' : 's'} ${change}`;
}

function changeLine(change: Change, origin: string): string {
  const path = (url: string): string => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const other = otherOf(change) === '' ? '' : ` → ${path(otherOf(change))}`;
  const reason = reasonOf(change) === '' ? '' : ` (${reasonOf(change)})`;
  return `${readableAddress(`${path(change.url)}${other}`)}${reason}`;
}
