/** Has the applications that keep records only read the pages of a turn, once it is known which are publications. */

import type { GivenPublication, WatchedPageType } from '../../../domain/applications/publication-application.ts';
import { pageText } from '../../../domain/html/decode-text.ts';
import { looksBinary } from '../../../domain/html/encoding/sniff-binary.ts';
import { isJson } from '../../../domain/http/page-type.ts';
import type { FetchResult } from '../../../domain/protocol/classify-answer.ts';
import { lookedIdentity } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import type { TurnPage } from '../applications/turn-applications.ts';
import { type ChosenPublication, givenPublication } from './chosen-publication.ts';
import type { VisitNotes } from './visit-notes.ts';

type PageResult = Extract<FetchResult, { kind: 'page' }>;

/** The outcome of a page that may be a publication. */
export interface SortedPage {
  readonly chosen: ChosenPublication;
  readonly isPublication: boolean;
}

/** `sorted`: by the index of the entry. */
export async function readByApplications(notes: VisitNotes, sorted: ReadonlyMap<number, SortedPage>): Promise<void> {
  const { applications, visited } = notes;
  if (!applications.isAny) return;
  for (const [index, { entry, result }] of visited.record.entries.entries()) {
    if (result.kind !== 'page' || looksBinary(result.body) || isJson(result.contentType)) continue;
    const type = typeOf(notes, index, entry, sorted.get(index));
    if (type === undefined) continue;
    const page = turnPage(entry, result);
    for (const [place, name] of applications.order.entries()) {
      const facts = applications.facts(name);
      if (facts === undefined || facts.extends !== undefined) continue;
      await applications.read(name, page, { type, publication: publicationFor(sorted.get(index), place) });
    }
  }
}

/** Undefined for what is no page for people. */
function typeOf(
  { reasons, visited }: VisitNotes,
  index: number,
  { look }: FetchedEntry['entry'],
  sorted: SortedPage | undefined,
): WatchedPageType | undefined {
  if (sorted !== undefined) return sorted.isPublication ? 'article' : 'other';
  if (look?.kind === 'page' || look?.kind === 'traversal' || reasons.get(index) === 'list') return 'list';
  if (look?.kind === 'feed' || look?.kind === 'sitemap') return undefined;
  return visited.record.phase.level > 0 ? 'other' : undefined;
}

function publicationFor(sorted: SortedPage | undefined, place: number): GivenPublication | undefined {
  if (sorted === undefined || !sorted.isPublication || place < sorted.chosen.place) return undefined;
  const { extraction, application } = sorted.chosen;
  return givenPublication(extraction, application ?? extraction.method);
}

export function turnPage(entry: FetchedEntry['entry'], result: PageResult): TurnPage {
  return {
    identity: lookedIdentity(entry),
    address: entry.address,
    html: pageText(result),
    headers: headersOf(result),
  };
}

function headersOf({ contentType, refresh, headers = {}, validators = {} }: PageResult): TurnPage['headers'] {
  const fields: readonly (readonly [string, string | undefined])[] = [
    ...([['content-type', contentType], ['refresh', refresh], ...Object.entries(headers)] as const),
    ...([
      ['etag', validators.etag],
      ['last-modified', validators.lastModified],
    ] as const),
    ...([
      ['cache-control', validators.cacheControl],
      ['age', validators.age],
    ] as const),
  ];
  return Object.fromEntries(fields.filter((field): field is [string, string] => field[1] !== undefined));
}
