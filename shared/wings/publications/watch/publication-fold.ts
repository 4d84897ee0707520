import { defined } from '../../../domain/defined.ts';
import type { Validators } from '../../../domain/protocol/classify-answer.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import { afterAnswer, newMemory } from '../looks/conditional-look.ts';
import type { Known, Verdict } from '../looks/judge-page.ts';
import type { AcceptedSighting, FoundBy, Sighting } from '../store/publication-store.ts';
import { checkedAt, nextRecheck, type RecheckState, readRecheck } from './recheck.ts';
import type { ItemHint } from './source-memory.ts';
import type { VisitNotes } from './visit-notes.ts';

/** An address that holds a publication, or may, in this turn. */
export interface FoundAddress {
  /** Of its entry. */
  readonly index: number;
  readonly entry: FetchedEntry['entry'];
  /** Absent: it is requested for the first time. */
  readonly watched: WatchedAddress | undefined;
  readonly known: Known;
}

/** Who named a publication, and what was said of it. */
export interface Naming {
  readonly identity: string;
  readonly address: string;
  readonly by: FoundBy;
  readonly hint: ItemHint | undefined;
}

/** A page that was read. */
export interface SeenPublication {
  readonly plainKey: string;
  readonly validators: Validators;
  sighting(naming: Naming): Sighting;
}

interface Seen {
  readonly sighting: Sighting;
  readonly state: RecheckState;
}

/** What the verdicts of a turn come to: what is kept, and what is looked at again. */
export class PublicationFold {
  /** Identities of publications that are gone. */
  readonly gone: string[] = [];
  /** Identities of addresses whose pages need not be awaited any more. */
  readonly readIdentities: string[] = [];
  readonly #notes: VisitNotes;
  readonly #seen: Seen[] = [];
  /** Publications whose look brought nothing new. */
  readonly #checked: WatchedAddress[] = [];
  readonly #ended: string[] = [];

  constructor(notes: VisitNotes) {
    this.#notes = notes;
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
    const { named, plainKey, gone: isGone = false } = readRecheck(watched);
    const known: Known = named === undefined ? { kind: 'publication', plainKey, isGone } : { kind: 'named' };
    return { index, entry, watched, known };
  }

  /** `seen`: what a page gave. */
  apply(verdict: Verdict, found: FoundAddress, seen?: SeenPublication): void {
    if (verdict.kind === 'waiting') return;
    this.readIdentities.push(found.entry.identity);
    const { watched } = found;
    if (verdict.kind === 'new') this.#new(found, seen!);
    else if (verdict.kind === 'none') this.#none(found, verdict.why);
    else if (verdict.kind === 'version') this.#version(watched!, seen!);
    else if (verdict.kind === 'gone') this.#goneAt(watched!, verdict.isForGood);
    else this.#check(watched!, seen?.validators);
  }

  #new({ index, entry, watched }: FoundAddress, { plainKey, sighting }: SeenPublication): void {
    const { identity, address } = watched ?? entry;
    const first = { by: this.#foundBy(entry.foundOn), hint: this.#notes.memory.hints[entry.identity] };
    const { by, hint } = (watched && readRecheck(watched).named) ?? first;
    const seen = sighting({ identity, address, by, hint });
    this.#notes.outcomes[index] = { kind: 'node', hash: seen.index.key };
    this.#notes.learnFound(address);
    const state = { version: 1, first: this.#notes.at, checks: -1, plainKey, memory: newMemory } as const;
    this.#seen.push({ sighting: seen, state });
  }

  #version(watched: WatchedAddress, { plainKey, validators, sighting }: SeenPublication): void {
    const { gone, ...before } = readRecheck(watched);
    const { identity, address } = watched;
    const state = withValidators({ ...before, plainKey }, validators);
    this.#seen.push({ sighting: sighting({ identity, address, by: 'link', hint: undefined }), state });
  }

  #goneAt(watched: WatchedAddress, isForGood: boolean): void {
    this.gone.push(watched.identity);
    if (isForGood) this.#ended.push(watched.identity);
    else this.#checkNext(watched, { ...readRecheck(watched), gone: true, memory: newMemory });
  }

  #none({ index, watched }: FoundAddress, why: Extract<Verdict, { kind: 'none' }>['why']): void {
    if (watched !== undefined) {
      this.#notes.refused.push(why);
      this.#ended.push(watched.identity);
    } else if (why === 'no-article' || why === 'challenge') {
      this.#notes.outcomes[index] = { kind: 'skipped', reason: 'no-article', status: 200 };
      if (why === 'challenge') this.#notes.reasons.set(index, why);
    }
  }

  #foundBy(foundOn: string): FoundBy {
    const kind = this.#notes.visited.watched.get(foundOn)?.kind;
    return kind === 'feed' || kind === 'sitemap' ? kind : 'link';
  }

  /** `validators`: of an answer with a page; without one those of before stay. */
  #check(watched: WatchedAddress, validators?: Validators): void {
    const state = readRecheck(watched);
    this.#checkNext(watched, validators === undefined || state.gone ? state : withValidators(state, validators));
  }

  #checkNext(watched: WatchedAddress, state: RecheckState): void {
    const checked = checkedAt(state, this.#notes.at, this.#notes.options);
    const next = nextRecheck(watched, checked, this.#notes.options);
    if (next === undefined) this.#ended.push(watched.identity);
    else this.#checked.push(next);
  }

  /** What is looked at again, and identities that nobody looks at any more. `accepted`: beside the sightings. */
  lookedAt(accepted: readonly AcceptedSighting[]): Pick<WatchChanges, 'watched' | 'ended'> {
    const rechecks = this.#seen.flatMap((seen, index) => this.#recheckOf(seen, accepted[index]!));
    return { watched: [...rechecks, ...this.#checked], ended: this.#ended };
  }

  /** A further address of a publication is not looked at again: its first one is. */
  #recheckOf({ sighting, state }: Seen, { outcome }: AcceptedSighting): readonly WatchedAddress[] {
    if (outcome === 'address') return [];
    const next = nextRecheck(sighting, checkedAt(state, this.#notes.at, this.#notes.options), this.#notes.options);
    if (next === undefined) this.#ended.push(sighting.identity);
    return next === undefined ? [] : [next];
  }
}

function withValidators(state: RecheckState, { etag, lastModified }: Validators): RecheckState {
  const sent = defined({ etag, lastModified });
  return { ...state, memory: afterAnswer(state.memory, { status: 200, newItems: 0, ...sent }) };
}
