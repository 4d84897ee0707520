/**
 * Events of a place for other programs: the end of a crawl, and a look of a watch that found something new. The fields are in
 * docs/guide-aws.md. An event may come twice; both then have one `id`.
 */
import { cutText } from '../domain/cut-text.ts';
import { defined } from '../domain/defined.ts';
import { englishSentence, type Refusal } from '../domain/refusal/refusal.ts';
import type { CrawlSummary, SiteSummary } from './summary.ts';

export interface PlaceEvent {
  readonly type: 'Crawl Ended' | 'Watch Looked';
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The run of a crawl or of a watch. */
export interface EndedRun {
  readonly crawl: string;
  readonly run: number;
  readonly kind: 'crawl' | 'watch';
}

/** Bytes of the JSON of a detail, at most: an entry of EventBridge has 262,144 with its names. */
export const mostDetailBytes = 240_000;

/** Sentences of an event, and the characters of each. */
const mostSentences = 20;
const mostCharacters = 1_000;

interface Ended {
  readonly summary: CrawlSummary;
  /** Wall clock, ms. */
  readonly finishedAt: number;
  /** The address under which the result files are. */
  readonly results: string;
  /** Names of the result files below it, sorted. */
  readonly files: readonly string[];
  /** Of a crawl that found nothing. */
  readonly failure?: readonly Refusal[];
}

export function crawlEnded(run: EndedRun, { summary, finishedAt, results, files, failure }: Ended): PlaceEvent {
  const status = failure !== undefined ? 'failed' : summary.finishReason === 'stopped' ? 'stopped' : 'finished';
  const { sites, notices, outcomes, elapsedMs, finishReason: reason } = summary;
  const detail = {
    ...headOf(run, status),
    reason,
    ...defined({ failure: failure && sentences(failure.map(englishSentence)) }),
    finishedAt: new Date(finishedAt).toISOString(),
    elapsedSeconds: Math.round(elapsedMs / 1_000),
    sites: sites.length,
    ...{ pages: outcomes.nodes, redirects: outcomes.redirects, duplicates: outcomes.duplicates },
    ...{ skipped: outcomes.skipped, arcs: sumOf(sites, 'arcs') },
    ...{ externalLinks: sumOf(sites, 'externalLinks'), badLinks: sumOf(sites, 'badLinks') },
    notices: sentences(notices),
    results,
  };
  return { type: 'Crawl Ended', detail: withList(detail, 'files', files, name => `${results}${name}`) };
}

export function crawlFailed(run: EndedRun, failure: readonly Refusal[]): PlaceEvent {
  return {
    type: 'Crawl Ended',
    detail: { ...headOf(run, 'failed'), failure: sentences(failure.map(englishSentence)) },
  };
}

/** A publication that is new, or has a new version. */
export interface FoundPublication {
  readonly publication: number;
  readonly version: number;
  readonly isNew: boolean;
  readonly url: string;
  readonly title: string;
}

/** `at`: when the first of the pages was requested, ms. */
export function watchLooked(
  { watch, source, at }: { readonly watch: string; readonly source: number; readonly at: number },
  found: readonly FoundPublication[],
): PlaceEvent {
  const detail = {
    ...{ version: 1, id: `${watch}-${source}-${at}`, watch, source },
    at: new Date(at).toISOString(),
    new: found.filter(({ isNew }) => isNew).length,
    changed: found.filter(({ isNew }) => !isNew).length,
  };
  return { type: 'Watch Looked', detail: withList(detail, 'publications', found, shortened) };
}

function headOf({ crawl, run, kind }: EndedRun, status: 'finished' | 'stopped' | 'failed') {
  return { version: 1, id: `${crawl}-${run}-${status}`, crawl, run, kind, status };
}

function sumOf(sites: readonly SiteSummary[], name: 'arcs' | 'externalLinks' | 'badLinks'): number {
  return sites.reduce((sum, site) => sum + site[name], 0);
}

function sentences(all: readonly string[]): readonly string[] {
  return all.slice(0, mostSentences).map(cut);
}

function shortened({ url, title, ...rest }: FoundPublication): FoundPublication {
  return { ...rest, url: cut(url), title: cut(title) };
}

function cut(text: string): string {
  return text.length > mostCharacters ? `${cutText(text, mostCharacters)}…` : text;
}

/** The detail with as much of the list as fits, and the number of what is left out. */
function withList<T>(
  detail: Readonly<Record<string, unknown>>,
  name: string,
  list: readonly T[],
  shown: (each: T) => unknown,
) {
  const empty = { ...detail, [name]: [], leftOut: list.length };
  let room = mostDetailBytes - Buffer.byteLength(JSON.stringify(empty));
  const fitting: unknown[] = [];
  for (const each of list) {
    const item = shown(each);
    room -= Buffer.byteLength(JSON.stringify(item)) + 1;
    if (room < 0) break;
    fitting.push(item);
  }
  return { ...detail, [name]: fitting, leftOut: list.length - fitting.length };
}
