/** Entries of a source that are at one address, or are redirected there: it is requested once, and all of them are fed. */
import { isDeepStrictEqual } from 'node:util';
import { type FetchResult, redirectResult } from '../../../domain/protocol/classify-answer.ts';
import { isDocumentLook } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry, TurnRecord } from '../../../domain/turn/turn-record.ts';

/** The turn, with an entry more for each look that an answer to another one is for. The others keep their indexes. */
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
  // That nothing is new since what another entry knows says nothing of this one.
  const isAnswer =
    target?.result.kind === 'skipped'
      ? isDeepStrictEqual(target.entry.look!.fields, look.fields)
      : target?.result.kind !== 'retry';
  if (target === undefined || !isAnswer) return undefined;
  const { identity, address } = target.entry;
  const led = { ...entry, identity, address, via: [...via, entry.address] };
  return { entry: led, result: resultFor(led, target.result) };
}

/** What leads in a circle for one entry may lead on for another. */
function resultFor(led: FetchedEntry['entry'], result: FetchResult): FetchResult {
  return result.kind === 'redirect' ? redirectResult(led, result.status, result.target) : result;
}

function lookOf({ entry: { look, ...entry }, result }: FetchedEntry, of = look?.of): FetchedEntry {
  if (look === undefined) return { entry, result };
  const { also: _, ...own } = look;
  return { entry: { ...entry, look: { ...own, of: of! } }, result };
}
