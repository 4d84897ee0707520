import { realpathSync } from 'node:fs';
import { keepEarlierPages, type LocalArchive } from '../../../shared/adapters/local/open.ts';
import { LostObject } from '../../../shared/domain/lost-object.ts';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../../shared/domain/spec/crawl-kind.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { homeOf, type Unfit, unfitFor } from '../../../shared/domain/turn/crawl-rules.ts';
import { isKeptPage } from '../../../shared/domain/turn/kept-page.ts';
import { decodeSegment, type Segment, segmentName } from '../../../shared/domain/turn/segment.ts';
import { hasFiles } from '../../../shared/steps/unload/site-file-names.ts';

/** Throws `BadInput` where `since` is the directory of the new crawl itself. */
export function demandOther(since: string, directory: string): void {
  if (realPath(since) === realPath(directory)) throw new BadInput([refusal('since-itself', { directory: since })]);
}

/** Throws `BadInput` where the crawl in a directory is none that others can be since. */
export function demandFinished(directory: string, { spec, state }: CrawlRow): void {
  if (kindOf(spec).name !== 'crawl') throw new BadInput([refusal('is-watch', { directory })]);
  if (state !== 'finished') throw new BadInput([refusal('crawl-unfinished', { directory })]);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is not there yet.
    return path;
  }
}

export interface EarlierCrawl {
  readonly archive: LocalArchive;
  readonly crawl: CrawlRow;
  /** Its directory. */
  readonly since: string;
}

/**
 * Takes along what pages of the crawl in `since` were read as, so that the new crawl in `directory` does not need `since` any more.
 * Answers what a person should know of it, in whole sentences. Throws `BadInput`.
 */
export async function keepEarlier(
  { archive, crawl, since }: EarlierCrawl,
  directory: string,
  spec: ResolvedSpec,
  hasAnalyzers: boolean,
): Promise<readonly string[]> {
  demandFinished(since, crawl);
  const unfit = unfitFor(crawl.spec, spec, hasAnalyzers);
  if (unfit !== undefined) return [`Every page is loaded and parsed: ${unfitText[unfit]}.`];
  const found = { pages: 0, lost: 0 };
  await keepEarlierPages(directory, earlierSegments(archive, crawl, found));
  const notices: string[] = [];
  if (found.lost > 0)
    notices.push(
      `${found.lost.toLocaleString('en')} turns of ${since} are lost or damaged; their pages are loaded and parsed.`,
    );
  if (found.pages === 0)
    notices.push(
      `${since} is of a version that keeps nothing for a later crawl, or has no page: every page is loaded and parsed.`,
    );
  return notices;
}

const unfitText: Readonly<Record<Unfit, string>> = {
  'other-rules': 'the earlier crawl had other settings for links or normalization',
  'other-agent': 'the earlier crawl had another User-Agent, Accept-Language, login, header or domain of cookies',
  'other-fields': 'the earlier crawl had other columns (--extract)',
  'no-anchors': 'the earlier crawl kept no anchors (--all-links, --check-external)',
  'no-signatures': 'the earlier crawl kept no signatures of texts (--near-duplicates)',
  plugins: 'plugins may read pages, and they may have changed',
};

async function* earlierSegments(
  { store, objects }: LocalArchive,
  { id, spec }: CrawlRow,
  found: { pages: number; lost: number },
): AsyncIterable<Parameters<typeof keepEarlierPages>[1] extends AsyncIterable<infer T> ? T : never> {
  for (const row of (await store.readSites(id)).filter(hasFiles)) {
    const home = homeOf(spec, row.site, placeOf(spec, row));
    for (let turn = 1; turn <= row.turn; turn += 1) {
      if (row.pending.has(turn)) continue;
      const read = await readSegment(objects, row, turn);
      if (read === undefined) found.lost += 1;
      else {
        const pages = usablePages(read.segment);
        found.pages += pages.length;
        if (pages.length > 0) yield { home, bytes: read.bytes, pages };
      }
    }
  }
}

/** Where the site is: its origin says it, where a site is a host. */
export function placeOf(
  { scope }: ResolvedSpec,
  { origin, start }: SiteRow,
): { readonly origin: string; readonly start?: string } {
  return scope === undefined ? { origin } : { origin, start };
}

export async function readSegment(
  objects: LocalArchive['objects'],
  { site }: SiteRow,
  turn: number,
): Promise<{ readonly segment: Segment; readonly bytes: Uint8Array } | undefined> {
  try {
    const bytes = await objects.get(segmentName(site, turn));
    return { segment: decodeSegment(bytes), bytes };
  } catch (error) {
    // Of another machine, or cut by a disk: the crawl does without it.
    if (error instanceof LostObject || error instanceof SyntaxError || error instanceof RangeError) return undefined;
    if (error instanceof Error && !('code' in error)) return undefined;
    throw error;
  }
}

export function usablePages(segment: Segment): readonly { readonly index: number; readonly identity: string }[] {
  return segment.pages.flatMap(({ identity }, index) => (isKeptPage(segment, index) ? [{ index, identity }] : []));
}
