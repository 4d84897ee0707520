import { defined } from '../../../domain/defined.ts';
import type { Validators } from '../../../domain/protocol/classify-answer.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import type { KeptPage } from '../kept/kept-pages.ts';
import { afterAnswer, newMemory } from '../looks/conditional-look.ts';
import type { Doubt, Known, Verdict } from '../looks/judge-page.ts';
import type { ItemHint } from '../store/item-hint.ts';
import type { AcceptedSighting, FoundBy, LostState, Sighting } from '../store/publication-store.ts';
import type { ReadingNote } from '../visits/source-reader.ts';
import * as recheck from './recheck.ts';
import type { FailedAddress } from './source-memory.ts';
import type { VisitNotes } from './visit-notes.ts';

/** An address that holds a publication, or may, in this turn. */
export interface FoundAddress {
  /** Of its entry. */
  readonly index: number;
  readonly entry: FetchedEntry['entry'];
  /** Absent: it is requested for the first time. */
  readonly watched: WatchedAddress | undefined;
  readonly known: Known;
  /** It is a further page of an article. */
  readonly part?: recheck.ArticlePart;
}

/** A page that was read. */
export interface SeenPublication {
  readonly plainKey: string;
  /** Of its text. */
  readonly sample: string;
  readonly length: number;
  /** Its headline, if it is a live blog. */
  readonly live: string | undefined;
  readonly validators: Validators;
  readonly article: recheck.ReadArticle;
  /** The address of the next page of its article. */
  readonly next: string | undefined;
}

/** A publication that is not live any more. */
interface LostPublication {
  readonly identity: string;
  readonly state: LostState;
  readonly memory: recheck.RecheckState;
}

/** A page that gave a version, or the beginning of one. */
export interface GivenPage extends Pick<KeptPage, 'identity' | 'at' | 'isNamed' | 'hint' | 'goesOn'> {
  /** Of its entry. */
  readonly index: number;
}

interface Seen {
  readonly sighting: Sighting;
  readonly state: recheck.RecheckState;
}

/** The result of the verdicts of a turn: what is kept, and what is looked at again. */
export class PublicationFold {
  readonly lost: LostPublication[] = [];
  /** Lines for the log: why publications are doubtful. */
  readonly doubts: ReadingNote[] = [];
  /** By identity: what became of addresses that failed; undefined: they are publications now. */
  readonly failed = new Map<string, FailedAddress | undefined>();
  /** Titles and dates that an entry gave of addresses that redirect, by the identity to which these lead. */
  readonly movedHints = new Map<string, ItemHint>();
  /** Identities of addresses whose pages need not be awaited any more. */
  readonly readIdentities: string[] = [];
  /** Pages that can be read again later. */
  readonly given: GivenPage[] = [];
  readonly #notes: VisitNotes;
  readonly #sightingOf: (article: recheck.ReadArticle, naming: recheck.Naming) => Sighting;
  readonly #seen: Seen[] = [];
  /** Further pages of articles, which are requested next. */
  readonly #parts: WatchedAddress[] = [];
  /** Publications whose look brought nothing new. */
  readonly #checked: WatchedAddress[] = [];
  readonly #ended: string[] = [];

  constructor(notes: VisitNotes, sightingOf: (article: recheck.ReadArticle, naming: recheck.Naming) => Sighting) {
    this.#notes = notes;
    this.#sightingOf = sightingOf;
  }

  get sightings(): readonly Sighting[] {
    return this.#seen.map(({ sighting }) => sighting);
  }

  /** Undefined if somebody has removed the address meanwhile. */
  found(index: number, entry: FoundAddress['entry']): FoundAddress | undefined {
    const { look, identity, foundOn } = entry;
    if (look === undefined) {
      const isNamed = this.#foundBy(foundOn) === 'feed' || this.#notes.memory.hints[identity] !== undefined;
      return { index, entry, watched: undefined, known: { kind: 'first', isNamed } };
    }
    const watched = this.#notes.visited.watched.get(look.of);
    if (watched === undefined) return undefined;
    const { named, part, plainKey, gone, doubtful } = recheck.readRecheck(watched);
    const lost = gone ? 'gone' : doubtful ? 'doubtful' : undefined;
    const known: Known =
      named === undefined ? { kind: 'publication', plainKey, lost } : { kind: 'first', isNamed: true };
    return { index, entry, watched, known, ...defined({ part }) };
  }

  /** `seen`: what a page gave. */
  apply(verdict: Verdict, found: FoundAddress, seen?: SeenPublication): void {
    const { watched, entry } = found;
    if (verdict.kind !== 'waiting') this.readIdentities.push(entry.identity);
    if (verdict.kind === 'new') this.#new(found, seen!);
    else if (verdict.kind === 'version') this.#version(found, watched!, seen!);
    else if (verdict.kind === 'unchanged') this.#check(watched!, seen?.validators);
    else if (verdict.kind === 'gone') this.#lose(watched!, 'gone', verdict.isForGood);
    else if (verdict.kind === 'doubtful') this.#doubt(watched!, verdict.why);
    else if (verdict.kind === 'later') this.#later(found, verdict.why);
    else if (verdict.kind === 'none') this.#none(found, verdict.why);
  }

  /** The hint of an entry about an address goes where its redirect leads. */
  redirected({ identity }: FoundAddress['entry'], target: string): void {
    const hint = this.#notes.memory.hints[identity];
    if (hint !== undefined && target !== identity) this.movedHints.set(target, hint);
    this.readIdentities.push(identity);
  }

  #new(found: FoundAddress, { plainKey, sample, length, live, article, next }: SeenPublication): void {
    const { watched } = found;
    const { identity, address } = watched ?? found.entry;
    const { by, hint } = this.#namingOf(found);
    this.#notes.learnFound(address);
    this.failed.set(identity, undefined);
    const state = {
      version: 1,
      first: this.#notes.at,
      checks: -1,
      plainKey,
      sample,
      length,
      memory: newMemory,
    } as const;
    const naming = { identity, address, by, ...defined({ hint }) };
    const sighting = this.#sightingOf(article, naming);
    this.#notes.outcomes[found.index] = { kind: 'node', hash: sighting.index.key };
    const part = { number: 1, naming, article, state: { ...state, ...defined({ hint, live }) } };
    this.#give(found, part, next);
    this.#keep(part, sighting, next, watched);
  }

  #namingOf({ entry, watched }: FoundAddress): Pick<recheck.Naming, 'by' | 'hint'> {
    const later = this.#notes.memory.hints[watched?.identity ?? entry.identity];
    if (watched === undefined) return { by: this.#foundBy(entry.foundOn), hint: later };
    const { named, hint = later } = recheck.readRecheck(watched);
    return { by: named?.by ?? 'link', hint };
  }

  #version(
    found: FoundAddress,
    watched: WatchedAddress,
    { plainKey, sample, length, live, validators, article, next }: SeenPublication,
  ): void {
    const { gone, doubtful, ...before } = recheck.readRecheck(watched);
    const { identity, address } = watched;
    const hint = before.hint ?? this.#notes.memory.hints[identity];
    const state = withValidators({ ...before, ...defined({ hint, live }), plainKey, sample, length }, validators);
    const naming = { identity, address, by: 'link', ...defined({ hint }) } as const;
    this.#give(found, { naming, article }, next);
    this.#keep({ number: 1, naming, article, state }, this.#sightingOf(article, naming), next, watched);
  }

  #give(
    { index, known }: FoundAddress,
    { naming: { identity, hint }, article }: Pick<recheck.ArticlePart, 'naming' | 'article'>,
    next: string | undefined,
  ): void {
    const isNamed = known.kind === 'publication' || known.isNamed;
    const goesOn = next === undefined ? undefined : (true as const);
    this.given.push({ index, identity, at: article.seenAt, isNamed, ...defined({ hint, goesOn }) });
  }

  /** An article of which a page was read: with a next page it waits for that one. `watched`: its row, which is looked at later then. */
  #keep(part: recheck.ArticlePart, sighting: Sighting, next: string | undefined, watched?: WatchedAddress): void {
    if (next === undefined) {
      this.#seen.push({ sighting, state: part.state });
      return;
    }
    this.#parts.push(recheck.partAddress({ ...part, number: part.number + 1 }, next, this.#notes.at));
    if (watched !== undefined) this.#checkNext(watched, recheck.readRecheck(watched));
  }

  /** A further page was read, or cannot be: the article is as it is now, and goes on at `next`. */
  joined({ identity }: WatchedAddress, part: recheck.ArticlePart, article: recheck.ReadArticle, next?: string): void {
    this.#ended.push(identity);
    this.#keep({ ...part, article }, this.#sightingOf(article, part.naming), next);
  }

  #doubt(watched: WatchedAddress, why: Doubt): void {
    this.doubts.push({ address: watched.address, reason: 'doubtful', detail: why });
    this.#lose(watched, 'doubtful', false);
  }

  #lose(watched: WatchedAddress, state: LostState, isForGood: boolean): void {
    const memory = { ...recheck.readRecheck(watched), [state]: true, memory: newMemory };
    this.lost.push({ identity: watched.identity, state, memory });
    if (isForGood) this.#ended.push(watched.identity);
    else this.#checkNext(watched, memory);
  }

  /** It is looked at again as a publication that no look has seen yet. */
  #later(found: FoundAddress, why: string): void {
    const { entry, watched } = found;
    const { at } = this.#notes;
    const unseen = watched ?? recheck.unseenAddress(this.#requestedFor(entry), { at, ...this.#namingOf(found) });
    const due = nextTry(recheck.readRecheck(unseen).first, at);
    if (due === undefined) this.#none(found, why);
    else {
      this.#checked.push({ ...unseen, due });
      this.#notes.waiting.add(found.index);
      this.#notePage(found.index, why);
    }
    this.#noteFailed(found, why, due);
  }

  /** The address before the redirects of an entry, which may lead elsewhere another time: a wall of consent may be among them. */
  #requestedFor({
    identity,
    address,
    via: [first],
  }: FoundAddress['entry']): Pick<WatchedAddress, 'identity' | 'address'> {
    if (first === undefined) return { identity, address };
    return { identity: this.#notes.visited.rules.normalize(new URL(first)), address: first };
  }

  #noteFailed({ entry, watched }: FoundAddress, why: string, due: number | undefined): void {
    const { identity, address } = watched ?? this.#requestedFor(entry);
    const before = this.#notes.memory.failed?.[identity];
    const { at: last } = this.#notes;
    const first = { address, foundOn: before?.foundOn ?? entry.foundOn, first: before?.first ?? last };
    const tries = (before?.tries ?? 0) + 1;
    this.failed.set(identity, { ...first, why, last, tries, ...defined({ due }) });
  }

  /** No entry names the address any more. */
  unnamed(identity: string): void {
    const failed = this.#notes.memory.failed?.[identity];
    if (failed?.due === undefined || this.failed.has(identity)) return;
    const { due: _, ...given } = failed;
    this.failed.set(identity, given);
    this.#notes.refused.push(given.why);
    this.#ended.push(identity);
  }

  #none({ index, watched }: FoundAddress, why: string): void {
    if (watched !== undefined) {
      this.#notes.refused.push(why);
      this.#ended.push(watched.identity);
    } else this.#notePage(index, why);
  }

  /** Why a page is no publication. */
  #notePage(index: number, why: string): void {
    if (this.#notes.visited.record.entries[index]!.result.kind !== 'page') return;
    this.#notes.outcomes[index] = { kind: 'skipped', reason: 'no-article', status: 200 };
    if (why !== 'no-article') this.#notes.reasons.set(index, why);
  }

  #foundBy(foundOn: string): FoundBy {
    const kind = this.#notes.visited.watched.get(foundOn)?.kind;
    return kind === 'feed' || kind === 'sitemap' ? kind : 'link';
  }

  /** `validators`: of an answer with a page; without one those of before stay. */
  #check(watched: WatchedAddress, validators?: Validators): void {
    const state = recheck.readRecheck(watched);
    this.#checkNext(
      watched,
      validators === undefined || state.gone || state.doubtful ? state : withValidators(state, validators),
    );
  }

  #checkNext(watched: WatchedAddress, state: recheck.RecheckState): void {
    const checked = recheck.checkedAt(state, this.#notes.at, this.#notes.options);
    const next = recheck.nextRecheck(watched, checked, this.#notes.options);
    if (next === undefined) this.#ended.push(watched.identity);
    else this.#checked.push(next);
  }

  /** The addresses that are looked at again, and identities that nobody looks at any more. `accepted`: beside the sightings. */
  lookedAt(accepted: readonly AcceptedSighting[]): Pick<WatchChanges, 'watched' | 'ended'> {
    const rechecks = this.#seen.flatMap((seen, index) => this.#recheckOf(seen, accepted[index]!));
    return { watched: [...rechecks, ...this.#checked, ...this.#parts], ended: this.#ended };
  }

  /** A further address of a publication is not looked at again: its first one is. */
  #recheckOf({ sighting, state }: Seen, { outcome }: AcceptedSighting): readonly WatchedAddress[] {
    if (outcome === 'address') return [];
    const next = recheck.nextRecheck(
      sighting,
      recheck.checkedAt(state, this.#notes.at, this.#notes.options),
      this.#notes.options,
    );
    if (next === undefined) this.#ended.push(sighting.identity);
    return next === undefined ? [] : [next];
  }
}

function withValidators(state: recheck.RecheckState, { etag, lastModified }: Validators): recheck.RecheckState {
  const sent = defined({ etag, lastModified });
  return { ...state, memory: afterAnswer(state.memory, { status: 200, newItems: 0, ...sent }) };
}

const hourS = 3_600;
const dayS = 24 * hourS;
/** Seconds from the first look: 10 minutes, 1 hour, 6 hours, then daily for 14 days. */
const triesS = [600, hourS, 6 * hourS, ...Array.from({ length: 14 }, (_, day) => (day + 1) * dayS)];

/** When an address that gave no publication at `first` (epoch ms) is tried again; undefined after the last try. */
function nextTry(first: number, now: number): number | undefined {
  const afterS = triesS.find(each => first + each * 1000 > now);
  return afterS === undefined ? undefined : first + afterS * 1000;
}
