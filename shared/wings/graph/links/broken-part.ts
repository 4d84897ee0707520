import { DistinctPairs } from '../../../domain/distinct-pairs.ts';
import { indexIn } from '../../../domain/index-in.ts';
import { statusText } from '../../../domain/protocol/external-check.ts';
import { failures, type RefusalClass, refusalOfSkip } from '../../../domain/protocol/refusal-class.ts';
import { TextTable } from '../../../domain/text-table.ts';
import { columnsOf } from '../../../files/column.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import { refusalMeaning } from '../formats/report-csv.ts';
import type { ReadPorts, SiteReading } from '../read-site.ts';
import { type ReadSite, writeReport } from '../report-part.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import type { SkippedUrl } from '../site-graph/graph.ts';
import { type PageLink, pageLinks } from './page-links.ts';

/** A link of a page that leads to an address that failed; without a page where no page of the site links to it. */
interface BrokenLink {
  readonly failed: SkippedUrl;
  readonly link?: PageLink;
}

/** Which addresses failed and who links to them; and how many such links the pages of each folder have. */
export function brokenPart(read: ReadSite, objects: ReadPorts['objects']): ResultPart<undefined> {
  return {
    name: 'broken',
    perSite: async (ended, sink) => {
      const reading = await read(ended);
      const folders = new FolderCounts();
      const rows = counted(brokenLinks(ended, reading, objects), folders);
      await writeReport(sink, ended, 'broken', { reading, columns: brokenColumns, rows });
      const ofFolders = { reading, columns: brokenFolderColumns, rows: folders.rows() };
      await writeReport(sink, ended, 'broken-folders', ofFolders);
      return undefined;
    },
  };
}

/** In page order; then the addresses that no page of the site links to. */
async function* brokenLinks(
  { row }: EndedSite,
  reading: SiteReading,
  objects: ReadPorts['objects'],
): AsyncIterable<readonly BrokenLink[]> {
  const unlinked = new Map<string, SkippedUrl>();
  for (const each of reading.results.skipped()) if (each.reason in failures) unlinked.set(each.url, each);
  if (unlinked.size === 0) return;
  const failedAt = (url: string): SkippedUrl | undefined => {
    const end = reading.results.linkEnd(url);
    return end !== undefined && 'skipped' in end && end.skipped.reason in failures ? end.skipped : undefined;
  };
  const isBroken = (url: string, isExternal: boolean): boolean => !isExternal && failedAt(url) !== undefined;
  for await (const links of pageLinks(objects, row, reading, isBroken)) {
    const broken = links.map((link): BrokenLink => ({ failed: failedAt(link.url)!, link }));
    for (const { failed } of broken) unlinked.delete(failed.url);
    yield broken;
  }
  yield Array.from(unlinked.values(), failed => ({ failed }));
}

/** "404 Not Found", with the service of a wall and the price of a 402; or why there was no answer. */
function statusOf({ reason, status, detail }: SkippedUrl): string {
  if (status === undefined || (reason !== 'http-status' && reason !== 'wall')) return failures[reason]!;
  return statusText(status, detail);
}

export const brokenColumns = columnsOf<BrokenLink>([
  ['Url', 'string', 'address of the site that failed', ({ failed }) => failed.url],
  ['Status', 'string', 'status with its name, or why there was no answer', ({ failed }) => statusOf(failed)],
  ['Class', 'string', refusalMeaning, ({ failed }) => refusalOfSkip(failed.reason, failed.status)],
  ['Reason', 'string', 'a [skip reason](../formats/tables.md#skip-reasons)', ({ failed }) => failed.reason],
  ['Level', 'integer', 'least number of clicks to it', ({ failed }) => failed.level],
  ['Link', 'string', 'address in the page, which may redirect to Url', ({ link }) => link?.url],
  ['Page', 'string', 'Url of the page with the link; empty: no page links to it', ({ link }) => link?.pageUrl],
  ['Folder', 'string', 'path of Page up to its last slash', ({ link }) => link && folderOf(link.pageUrl)],
  ['Anchor', 'string', 'text of the link, with `--all-links` or `--check-external`', ({ link }) => link?.anchor],
  ['Occurrences', 'integer', 'how often the page has this link', ({ link }) => link?.occurrences ?? 0],
]);

async function* counted(
  links: AsyncIterable<readonly BrokenLink[]>,
  folders: FolderCounts,
): AsyncIterable<readonly BrokenLink[]> {
  for await (const broken of links) {
    for (const { failed, link } of broken) if (link !== undefined) folders.add(failed, link);
    yield broken;
  }
}

interface FolderRow {
  readonly folder: string;
  readonly pages: number;
  readonly addresses: number;
  readonly links: number;
  readonly blocked: number;
}

/** Addresses of these classes may live: only programs do not see them. */
const blocked: ReadonlySet<RefusalClass | undefined> = new Set(['wall', 'refused', 'payment']);

export const brokenFolderColumns = columnsOf<FolderRow>([
  ['Folder', 'string', 'path up to the last slash; with its host where there are several', ({ folder }) => folder],
  ['Pages', 'integer', 'pages with a broken link', ({ pages }) => pages],
  ['Addresses', 'integer', 'distinct addresses that failed', ({ addresses }) => addresses],
  ['Links', 'integer', 'links to them', ({ links }) => links],
  [
    'Blocked',
    'integer',
    'of Links: to addresses of the classes `wall`, `refused` and `payment`',
    ({ blocked }) => blocked,
  ],
]);

/** Folders of a site of several hosts are reported with their host. Space: 16 bytes per page with a broken link. */
class FolderCounts {
  readonly #hosts = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #links: number[] = [];
  readonly #blocked: number[] = [];
  readonly #failed = new TextTable();
  readonly #pages = new DistinctPairs();
  readonly #addresses = new DistinctPairs();

  add({ url, reason, status }: SkippedUrl, { page, pageUrl, occurrences }: PageLink): void {
    const host = pageUrl.split('/', 3)[2]!;
    this.#hosts.add(host);
    const folder = indexIn(this.#numbers, `${host}${folderOf(pageUrl)}`);
    this.#pages.add(folder, page);
    this.#addresses.add(folder, this.#failed.add(url));
    this.#links[folder] = (this.#links[folder] ?? 0) + occurrences;
    const isBlocked = blocked.has(refusalOfSkip(reason, status));
    this.#blocked[folder] = (this.#blocked[folder] ?? 0) + (isBlocked ? occurrences : 0);
  }

  *rows(): Iterable<FolderRow> {
    const pages = this.#pages.counts(this.#numbers.size);
    const addresses = this.#addresses.counts(this.#numbers.size);
    const byName = [...this.#numbers].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, number] of byName)
      yield {
        folder: this.#hosts.size > 1 ? name : name.slice(name.indexOf('/')),
        pages: pages[number]!,
        addresses: addresses[number]!,
        links: this.#links[number]!,
        blocked: this.#blocked[number]!,
      };
  }
}
