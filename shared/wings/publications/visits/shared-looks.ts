/** Entries of a source that are at one address, or are redirected there: it is requested once, and all of them are fed. */
import { isDeepStrictEqual } from 'node:util';
import { type FetchResult, redirectResult } from '../../../domain/protocol/classify-answer.ts';
import { isDocumentLook } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry, TurnRecord } from '../../../domain/turn/turn-record.ts';

/** Adds to a turn an entry for each look that shares the answer of another look. The entries of the turn keep their indexes. */
export function withSharedLooks(record: TurnRecord): TurnRecord {
  const entries = [...record.entries];
  for (const each of entries) entries.push(...[answeredWith(record, each)].filter(led => led !== undefined));
  const shared = entries.flatMap(each => (each.entry.look?.also ?? []).map(of => lookOf(each, of)));
  return { ...record, entries: [...entries.map(each => lookOf(each)), ...shared] };
}

/** The redirected look with the answer of its target, where another look of the turn has requested that. */
export function answeredWith({ entries }: TurnRecord, { entry, result }: FetchedEntry): FetchedEntry | undefined {
  const { look, via } = entry;
  if (!isDocumentLook(look) || result.kind !== 'redirect') return undefined;
  const target = entries.find(each => each.entry.address === result.target && each.entry.look?.kind === look.kind);
  // An answer "not modified" is about the version that its request named.
  const isAnswer =
    target?.result.kind === 'skipped'
      ? isDeepStrictEqual(target.entry.look!.fields, look.fields)
      : target?.result.kind !== 'retry';
  if (target === undefined || !isAnswer) return undefined;
  const { identity, address } = target.entry;
  const led = { ...entry, identity, address, via: [...via, entry.address] };
  return { entry: led, result: resultFor(led, target.result) };
}

/** The answer for another entry. A redirect may close a circle for this entry, and for the other entry not. */
function resultFor(led: FetchedEntry['entry'], result: FetchResult): FetchResult {
  return result.kind === 'redirect' ? redirectResult(led, result.status, result.target) : result;
}

function lookOf({ entry: { look, ...entry }, result }: FetchedEntry, of = look?.of): FetchedEntry {
  if (look === undefined) return { entry, result };
  const { also: _, ...own } = look;
  return { entry: { ...entry, look: { ...own, of: of! } }, result };
}
