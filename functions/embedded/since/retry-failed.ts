/**
 * A crawl that requests again what failed begins anew in its directory: what it knows of every other address stands for a
 * request (docs/design/pages.md, "What failed is requested again").
 */
import { keepEarlierPages, type LocalArchive } from '../../../shared/adapters/local/open.ts';
import { isRepeatedStatus } from '../../../shared/domain/protocol/classify-answer.ts';
import { type CrawlRow, firstCursor, type SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { reasonsWithoutRequest, reportedSkip } from '../../../shared/domain/skip-reason.ts';
import { needsBrowser, type ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { hostAndPort } from '../../../shared/domain/spec/site-address.ts';
import { homeOf } from '../../../shared/domain/turn/crawl-rules.ts';
import type { KnownEntry } from '../../../shared/domain/turn/known-entry.ts';
import type { Segment, SegmentPage } from '../../../shared/domain/turn/segment.ts';
import { hasFiles } from '../../../shared/steps/unload/site-file-names.ts';
import { type EarlierCrawl, placeOf, readSegment, usablePages } from './keep-earlier.ts';

type Kept = Parameters<typeof keepEarlierPages>[1] extends AsyncIterable<infer T> ? T : never;

/** The limits that a person raised, and the private hosts that may be asked. */
interface Raised {
  readonly isLarger: boolean;
  readonly allowed: ReadonlySet<string>;
}

/**
 * Keeps the knowledge of a finished crawl in its directory. False: nothing failed, and nothing is kept. Throws `BadInput` if other
 * settings could make another page of the same bytes.
 */
export async function keepKnown(
  { archive, crawl, since: directory }: EarlierCrawl,
  spec: ResolvedSpec,
  hasAnalyzers: boolean,
): Promise<boolean> {
  if (needsBrowser({ render: spec.render ?? 'never', traverse: spec.traverse ?? [] }) || hasAnalyzers)
    throw new BadInput([refusal('retry-unkept', { directory })]);
  const found = { failed: 0 };
  const isLarger = (spec.maxPageBytes ?? 0) > (crawl.spec.maxPageBytes ?? 0);
  const raised = { isLarger, allowed: new Set(spec.allowHosts) };
  // The files for a crawl since an earlier one stay where there is nothing to do.
  for await (const _ of knownSegments(archive, crawl, raised, found)) if (found.failed > 0) break;
  if (found.failed === 0) return false;
  await keepEarlierPages(directory, knownSegments(archive, crawl, raised, found));
  return true;
}

async function* knownSegments(
  archive: LocalArchive,
  { id, spec }: CrawlRow,
  raised: Raised,
  found: { failed: number },
): AsyncIterable<Kept> {
  for (const row of await archive.store.readSites(id)) {
    if (row.status === 'not-available') found.failed += 1;
    if (!hasFiles(row)) continue;
    const home = homeOf(spec, row.site, placeOf(spec, row));
    yield { home, bytes: new Uint8Array(0), pages: [], known: await selfRedirects(archive, id, row) };
    for (let turn = 1; turn <= row.turn; turn += 1) {
      const read = row.pending.has(turn) ? undefined : await readSegment(archive.objects, row, turn);
      if (read === undefined) continue;
      found.failed += read.segment.pages.filter(page => isFailure(page, raised)).length;
      const known = knownEntries(read.segment, row.site, raised);
      yield { home, bytes: read.bytes, pages: usablePages(read.segment), known };
    }
  }
}

function knownEntries({ pages }: Segment, site: number, raised: Raised): readonly KnownEntry[] {
  return pages.flatMap((page): readonly KnownEntry[] => {
    const { identity, address, outcome } = page;
    const isOpen = outcome.kind === 'retry' || isFailure(page, raised);
    if (isOpen || (outcome.kind === 'skipped' && reasonsWithoutRequest.has(outcome.reason))) return [];
    return [{ site, identity, address, outcome }];
  });
}

/** A redirect to another address of the same page is no outcome; the next round has its target. */
async function selfRedirects(
  { store }: LocalArchive,
  crawl: string,
  { site, phase }: SiteRow,
): Promise<readonly KnownEntry[]> {
  const known: KnownEntry[] = [];
  for (let level = 0; level <= phase.level; level += 1)
    for (let round = 1; ; round += 1) {
      const entries = await store.readChunks(crawl, site, { level, round }, firstCursor, Number.MAX_SAFE_INTEGER);
      for (const { entry } of entries) {
        const from = entry.via.at(-1);
        const outcome = { kind: 'redirect', status: 302, target: entry.address } as const;
        if (from !== undefined) known.push({ site, identity: entry.identity, address: from, outcome });
      }
      if (entries.length === 0) break;
    }
  return known;
}

const failures: ReadonlySet<string> = new Set('network timeout dns tls protocol decode lost host-down'.split(' '));

function isFailure({ address, outcome }: SegmentPage, { isLarger, allowed }: Raised): boolean {
  if (outcome.kind !== 'skipped') return false;
  const { reason } = reportedSkip(outcome);
  if (reason === 'private-address') return allowed.has(hostAndPort(new URL(address)));
  if (outcome.reason === 'http-status') return isRepeatedStatus(outcome.status ?? 0);
  return failures.has(outcome.reason) || (isLarger && outcome.reason === 'too-large');
}
