/**
 * The parse step of a watch (docs/design/publications.md, "A watch"). As for any turn, redirects are claimed first, then the addresses that
 * the entries name; then what the pages gave is kept, and the turn is committed together with the instants of the next looks.
 */
import * as State from '../../../domain/protocol/crawl-state.ts';
import {
  beginTry,
  isNoteOf,
  killersOf,
  mostUnprovenDeaths,
  type ParseNote,
  withKillers,
} from '../../../domain/protocol/parse-note.ts';
import { dueAfter } from '../../../domain/protocol/protocol.ts';
import { mergedLooks, type WatchChanges, type WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import { type TurnRecord, turnRecordName } from '../../../domain/turn/turn-record.ts';
import type { ParseAnswer } from '../../../ports/ports.ts';
import { claimRedirects, countEntries, externalKey } from '../../../steps/parse/claim-turn.ts';
import type { ParsePorts, ParseSite, PendingTurn, TurnParser } from '../../../steps/parse/parse-worker.ts';
import { answeredWith, claimNamed, nameOf, withSharedLooks } from './claim-named.ts';
import { withRedirects } from './sent-on.ts';
import type { AddressElsewhere, SourceReading, VisitWorker } from './source-reader.ts';

/** The claims of the turn. */
interface VisitClaims {
  /** Entries written to chunks. */
  readonly queued: number;
  /** Addresses claimed by this turn that will never be requested. */
  readonly refused: number;
  /** New addresses of other origins. */
  readonly elsewhere: number;
  /** Identities of the source that the turn tried to claim. */
  readonly asked: readonly string[];
  /** All addresses of other origins that the turn tried to claim. */
  readonly tried: readonly AddressElsewhere[];
  readonly changes: WatchChanges;
}

/** Parses turns of watches with what `worker` reads and keeps. */
export function visitParser(worker: VisitWorker): TurnParser {
  return { parse: async ({ ports }, visit) => await parseVisit(ports, worker, visit) };
}

async function parseVisit(ports: ParsePorts, worker: VisitWorker, pending: PendingTurn): Promise<ParseAnswer> {
  const { crawl, row, message, site } = pending;
  const record = withRedirects(pending.record, pending.site.belongs);
  const visit = { ...pending, record: withSharedLooks(record) };
  const reading = await readVisit(ports, worker, visit);
  const claims = await claimVisit(ports, worker, visit, reading);
  const answer = await ports.store.commitParse(crawl.id, row.site, {
    turn: message.turn,
    message: message.id,
    add: countVisit(record, reading, claims),
    due: dueAfter(ports.clock.now()),
    watch: claims.changes,
  });
  if (answer.kind === 'not-pending') return answer;
  site.known.addAll(claims.asked);
  site.known.addAll(claims.tried.map(({ identity }) => externalKey(identity)));
  for (const { page, why } of reading.unread) {
    const { address } = visit.record.entries[page]!.entry;
    ports.log.failed({ time: ports.clock.now(), address, reason: 'parser', detail: why });
  }
  for (const note of reading.notes ?? []) ports.log.failed({ time: ports.clock.now(), ...note });
  return answer;
}

/** Where an earlier try has ended in death, the entry under way is written down, and one that did it twice is not read. */
async function readVisit(
  { store }: Pick<ParsePorts, 'store'>,
  { reader, watched, settings, tryApart }: VisitWorker,
  { crawl: { spec }, row, attempt, deliveries, site, record }: PendingTurn,
): Promise<SourceReading> {
  const { crawl } = site;
  const wanted = [...new Set(record.entries.map(({ entry }) => entry.look?.of ?? entry.foundOn))];
  const found = await watched.readWatched(crawl, site.site, wanted);
  const known = new Map(found.flatMap(each => (each === undefined ? [] : [[each.identity, each] as const])));
  const turn = { turn: record.turn, attempt };
  const isFirst = deliveries === 1 && !isNoteOf(row.parseNote, turn);
  const begun = beginTry(row.parseNote, turn, deliveries);
  const write = async (next: ParseNote): Promise<void> => await store.noteParse(crawl, site.site, next);
  // The queue's count is note enough of a first try.
  if (!isFirst) await write(begun);
  const about = {
    memory: await watched.readMemory(crawl, site.site),
    settings: await settings?.readSettings(crawl, site.site),
  };
  const bodies = turnRecordName(site.site, record.turn, attempt);
  const trial = { ...about, bodies, spec, site: site.site, watched: [...known.values()] };
  const { note, killers } = await judged(begun, tryApart && (async index => await tryApart({ ...trial, index })));
  if (note !== begun) await write(note);
  const reading = await reader.read({
    ...{ site: site.site, rules: site.rules, record, belongs: site.belongs, watched: known, ...about },
    killers,
    reading: async page => {
      if (note.tries > 1 && !note.isRead) await write(page === undefined ? note : { ...note, page });
    },
  });
  if (!isFirst && !note.isRead) await write({ ...note, isRead: true });
  return reading;
}

/**
 * Which entries are not read any more. If a process apart can read a suspect, the suspect is to blame only if that process dies
 * of it: workers may have been killed. An entry that a try has left out, while it read everything, stays left out.
 */
async function judged(
  note: ParseNote,
  tryApart: ((index: number) => Promise<string | undefined>) | undefined,
): Promise<{ readonly note: ParseNote; readonly killers: readonly number[] }> {
  if (tryApart === undefined) return { note, killers: killersOf(note) };
  const certain = killersOf(note, mostUnprovenDeaths);
  const suspects = note.isRead ? [] : killersOf(note).filter(page => !certain.includes(page));
  const proven: number[] = [];
  for (const page of suspects) if ((await tryApart(page)) !== undefined) proven.push(page);
  const killers = [...certain, ...proven].toSorted((a, b) => a - b);
  return { note: proven.length === 0 ? note : withKillers(note, proven, mostUnprovenDeaths), killers };
}

async function claimVisit(
  ports: ParsePorts,
  { watched, portion }: VisitWorker,
  { crawl, site, record }: PendingTurn,
  reading: SourceReading,
): Promise<VisitClaims> {
  const { store } = ports;
  const { turn, phase } = record;
  const { level, round } = phase;
  const fresh = { ...record, entries: record.entries.filter(({ entry }) => entry.look === undefined) };
  const again = [...looksAgain(site, record), ...(await claimRedirects(ports, site, fresh))];
  await store.putChunk(site.crawl, site.site, { level, round: round + 1 }, turn, again);
  const {
    asked,
    fresh: found,
    left,
    refused,
    next,
  } = await claimNamed(ports, site, record, {
    named: reading.named,
    most: portion,
  });
  await store.putChunk(site.crawl, site.site, { level: level + 1, round: 0 }, turn, next);
  const unknown = reading.elsewhere.filter(({ identity }) => !site.known.has(externalKey(identity)));
  const { others, handed } = await sharedOut(store, crawl, site, unknown);
  const links = others.map(({ identity, page }) => ({ key: identity, detail: '', level, page: nameOf(record, page) }));
  const wonLinks = await store.claimLinks(site.crawl, site.site, 'external', turn, links, true);
  const won = new Set(others.filter((_, index) => wonLinks[index]).map(({ identity }) => identity));
  for (const [source, addresses] of handed) {
    const fresh = addresses.filter(({ identity }) => won.has(identity));
    if (fresh.length > 0) await watched.watch(site.crawl, source, fresh);
  }
  const outcomes = record.entries.flatMap(({ entry, result }, index) =>
    entry.look === undefined
      ? [
          {
            identity: entry.identity,
            outcome: reading.outcomes[index]!,
            attempts: entry.attempt - Number(result.kind === 'skipped'),
          },
        ]
      : [],
  );
  await store.recordOutcomes(site.crawl, site.site, turn, outcomes);
  const changes = await reading.keep({ fresh: found, left });
  const elsewhere = wonLinks.filter(Boolean).length;
  return { queued: again.length + next.length, refused, elsewhere, asked, tried: others, changes };
}

interface SharedOut {
  /** The addresses that are claimed for another origin. */
  readonly others: readonly AddressElsewhere[];
  /** By the number of the source whose host they are of. */
  readonly handed: ReadonlyMap<number, readonly WatchedAddress[]>;
}

/**
 * Addresses of hosts that are sources of the same watch: the source of the host requests them, under its own token, delay and
 * robots.txt. As long as it is not known where that source is, for its start page may redirect, they wait: the entry names them
 * again.
 */
async function sharedOut(
  store: Pick<ParsePorts['store'], 'readSite'>,
  { id, spec }: State.CrawlRow,
  { rules, site: own }: ParseSite,
  elsewhere: readonly AddressElsewhere[],
): Promise<SharedOut> {
  const keys = new Map(spec.sites.map(({ number, url }) => [rules.siteKey(url), number]));
  const rows = new Map<number, State.SiteRow | undefined>();
  const others: AddressElsewhere[] = [];
  const handed = new Map<number, WatchedAddress[]>();
  for (const each of elsewhere) {
    const { watched } = each;
    const source = watched && keys.get(rules.siteKey(watched.address));
    if (watched === undefined || source === undefined || source === own) {
      others.push(each);
      continue;
    }
    if (!rows.has(source)) rows.set(source, await store.readSite(id, source));
    const row = rows.get(source);
    if (row?.status === 'active' && row.phase.level === 0 && row.waiting !== 'rest') continue;
    others.push(each);
    const isThere = row?.status === 'active' && rules.siteKey(row.origin) === rules.siteKey(watched.address);
    if (isThere) handed.set(source, [...(handed.get(source) ?? []), watched]);
  }
  return { others, handed };
}

/** Looks that are tried again, or go on where a redirect leads: nobody claims anything for them. */
function looksAgain({ rules, belongs }: ParseSite, record: TurnRecord): State.ChunkEntry[] {
  const again = record.entries.flatMap((each): State.ChunkEntry[] => {
    const { entry, result } = each;
    if (entry.look === undefined) return [];
    if (result.kind === 'retry') return [{ ...entry, attempt: entry.attempt + 1 }];
    if (result.kind !== 'redirect' || !belongs(result.target) || answeredWith(record, each) !== undefined) return [];
    const identity = rules.normalize(new URL(result.target));
    return [{ ...entry, identity, address: result.target, attempt: 1, via: [...entry.via, entry.address] }];
  });
  return mergedLooks(again);
}

function countVisit({ entries, phase }: TurnRecord, { outcomes }: SourceReading, claims: VisitClaims): State.Counters {
  const isFresh = (_: unknown, index: number): boolean => entries[index]!.entry.look === undefined;
  const counts = countEntries(entries, outcomes.slice(0, entries.length).filter(isFresh));
  // The looks of a visit were written to its chunk without being counted.
  const looks = phase.round === 0 ? entries.filter(({ entry }) => entry.look !== undefined).length : 0;
  return {
    ...State.noCounts,
    ...counts,
    queued: claims.queued + looks,
    skipped: counts.skipped + claims.refused,
    newExternalLinks: claims.elsewhere,
  };
}
