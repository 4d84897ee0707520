import { signatureLength } from '../../../domain/html/text-signature.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { columnsOf } from '../../../files/column.ts';
import type { ResultPart } from '../../../steps/unload/result-part.ts';
import type { SiteReading } from '../read-site.ts';
import { type ReadSite, reportPart } from '../report-part.ts';
import type { GraphNode } from '../site-graph/graph.ts';
import { type NearTexts, nearTexts } from './near-pairs.ts';

interface NearPage {
  readonly page: GraphNode;
  readonly nearest: GraphNode;
  readonly similarity: number;
  /** Id of the first page of the group. */
  readonly group: number;
}

export const nearDuplicateColumns = columnsOf<NearPage>([
  ['Group', 'integer', 'Id of the first page of the group that near pairs join', ({ group }) => group],
  ['Id', 'integer', 'Id of the page', ({ page }) => page.id],
  ['Url', 'string', 'its Url', ({ page }) => page.url],
  ['Title', 'string', 'its title', ({ page }) => page.title],
  ['Words', 'integer', 'words of its text', ({ page }) => page.facts?.words],
  ['Nearest', 'integer', 'Id of the page that is most like it', ({ nearest }) => nearest.id],
  ['NearestUrl', 'string', 'Url of that page', ({ nearest }) => nearest.url],
  ['Similarity', 'double', 'of the two, 0 to 1', ({ similarity }) => similarity.toFixed(2)],
]);

/** `reports/<site>.near-duplicates.csv`: pages whose texts agree. Nothing is merged. */
export function nearDuplicatesPart(
  read: ReadSite,
  { nearDuplicates: share }: Pick<ResolvedSpec, 'nearDuplicates'>,
): ResultPart<undefined> {
  if (share === undefined) return { name: 'near-duplicates' };
  return reportPart('near-duplicates', read, nearDuplicateColumns, reading => nearPages(reading, share));
}

/** Pages that were not compared with all that came into question; 0 if nobody requests near duplicates. */
export function uncomparedPages(
  reading: SiteReading,
  { nearDuplicates }: Pick<ResolvedSpec, 'nearDuplicates'>,
): number {
  return nearDuplicates === undefined ? 0 : compared(reading, nearDuplicates).texts.uncompared;
}

/** The address of the page that is most like a page; undefined for most pages, and if nobody requests near duplicates. */
export function nearestOf(
  reading: SiteReading,
  { nearDuplicates }: Pick<ResolvedSpec, 'nearDuplicates'>,
): (page: GraphNode) => string | undefined {
  if (nearDuplicates === undefined) return () => undefined;
  const { pages, texts } = compared(reading, nearDuplicates);
  const urls = new Map(Array.from(texts.near, ([place, { nearest }]) => [pages[place]!.id, pages[nearest]!.url]));
  return ({ id }) => urls.get(id);
}

/** By group and Id. */
function nearPages(reading: SiteReading, share: number): readonly NearPage[] {
  const { pages, texts } = compared(reading, share);
  const rows = Array.from(texts.near, ([place, { nearest, similarity, group }]) => ({
    page: pages[place]!,
    nearest: pages[nearest]!,
    similarity,
    group: pages[group]!.id,
  }));
  return rows.sort((a, b) => a.group - b.group || a.page.id - b.page.id);
}

interface Compared {
  /** Nodes with a signature, by Id. */
  readonly pages: readonly GraphNode[];
  readonly texts: NearTexts;
}

/** The file and the summary request the same. */
const known = new WeakMap<SiteReading, Compared>();

function compared(reading: SiteReading, share: number): Compared {
  const before = known.get(reading);
  if (before !== undefined) return before;
  const signatureOf = ({ url }: GraphNode): string | undefined => reading.site.records.get(url)?.page?.signature;
  const pages = [...reading.results.graph.nodes()].filter(node => signatureOf(node) !== undefined);
  const signatures = new Uint8Array(pages.length * signatureLength);
  for (const [place, page] of pages.entries())
    signatures.set(Buffer.from(signatureOf(page)!, 'base64').subarray(0, signatureLength), place * signatureLength);
  const found = { pages, texts: nearTexts(signatures, share) };
  known.set(reading, found);
  return found;
}
