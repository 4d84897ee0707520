import { defined } from '../../../domain/defined.ts';
import type { FetchResult, Validators } from '../../../domain/protocol/classify-answer.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import type { ReadingNote } from '../../../steps/parse/source-reader.ts';
import type { Extraction } from '../extraction/extract-page.ts';
import { type HostTemplate, isTold, learnPage } from '../extraction/text/host-template.ts';
import { isChallenge } from '../finding/challenge.ts';
import type { GrabbedPage } from '../grabber/grab-page.ts';
import { alarmOf, matchOf } from '../grabber/rule-health.ts';
import { afterAnswer, newMemory } from '../looks/conditional-look.ts';
import type { AcceptedSighting, FoundBy, Sighting } from '../store/publication-store.ts';
import { textKeyOf } from '../store/text-key.ts';
import { type ChosenPublication, choosePublication } from './chosen-publication.ts';
import type { EntryReading } from './entry-reading.ts';
import { type SortedPage, turnPage } from './page-applications.ts';
import { agreedZone, type TimePair } from './published-time.ts';
import { checkedAt, nextRecheck, type RecheckState, readRecheck } from './recheck.ts';
import { afterPage, type RuleStanding } from './rule-standing.ts';
import { grabArticle, type ReadPage, readArticle, type SeenPage, sightingOf } from './sighted-page.ts';
import { type HeldRules, rulesAt } from './source-settings.ts';
import type { VisitNotes } from './visit-notes.ts';

type PageResult = Extract<FetchResult, { kind: 'page' }>;

/** A page of the turn that may be a publication. */
interface FoundPage {
  /** Of its entry. */
  readonly index: number;
  readonly entry: FetchedEntry['entry'];
  readonly result: PageResult;
  readonly seen: SeenPage;
  /** What it gives with nothing of its host's template left out. */
  readonly plain: ReadPage;
  readonly validators: Validators;
}

interface Seen {
  readonly sighting: Sighting;
  readonly state: RecheckState;
}

/** Reads the pages of a turn that are publications, or may be. */
export class PublicationReading {
  /** Identities of publications that are gone. */
  readonly gone: string[] = [];
  /** Identities of addresses whose pages need not be awaited any more. */
  readonly readIdentities: string[] = [];
  /** Pages that may be publications, by the index of their entry. */
  readonly sorted = new Map<number, SortedPage>();
  readonly #notes: VisitNotes;
  readonly #entries: EntryReading;
  readonly #seen: Seen[] = [];
  /** Publications whose look brought nothing new. */
  readonly #checked: WatchedAddress[] = [];
  readonly #ended: string[] = [];
  #template: HostTemplate | undefined;
  #zone: number | undefined;
  readonly #rules: HeldRules | undefined;
  #ruleStanding: RuleStanding | undefined;

  constructor(notes: VisitNotes, entries: EntryReading) {
    this.#notes = notes;
    this.#entries = entries;
    this.#template = notes.memory.template;
    this.#zone = notes.memory.zone;
    this.#rules = rulesAt(notes.settings, notes.at);
    this.#ruleStanding = notes.memory.rules;
  }

  get sightings(): readonly Sighting[] {
    return this.#seen.map(({ sighting }) => sighting);
  }

  get template(): HostTemplate | undefined {
    return this.#template;
  }

  /** The clock that the source's pages show without a zone, minutes east of Greenwich. */
  get zone(): number | undefined {
    return this.#zone;
  }

  /** How the rules of the source do after this turn. */
  get ruleStanding(): RuleStanding | undefined {
    return this.#ruleStanding;
  }

  /** A line for the log where the turn raised the alarm of the rules. */
  get alarms(): readonly ReadingNote[] {
    const standing = this.#ruleStanding;
    const alarm = standing?.alarmSince === this.#notes.at ? alarmOf(standing.health) : undefined;
    if (alarm === undefined || this.#notes.memory.rules?.alarmSince === this.#notes.at) return [];
    const { revision, matched, tried } = alarm;
    const detail = `version ${revision} of the rules gave the text of ${matched} of the last ${tried} new pages; the automatic extractor reads the others`;
    return [{ address: this.#notes.visited.record.origin, reason: 'rules-alarm', detail }];
  }

  async read(): Promise<void> {
    const pages: FoundPage[] = [];
    for (const [index, fetched] of this.#notes.visited.record.entries.entries()) {
      const { entry, result } = fetched;
      const isArticle =
        entry.look === undefined ? this.#notes.visited.record.phase.level > 0 : entry.look.kind === 'publication';
      if (!isArticle) continue;
      if (result.kind !== 'page') {
        this.#missed(fetched);
        continue;
      }
      if (entry.look === undefined && this.#notes.rules.kindOf(entry.address) === 'archive') {
        await this.#notes.guarded(index, async () => this.#readPart(index, result, entry.address));
        continue;
      }
      await this.#notes.guarded(index, async () => {
        const seen = { ...result, address: entry.address, at: this.#notes.at };
        const plain = readArticle(seen, undefined);
        if (plain === undefined) this.#notes.outcomes[index] = { kind: 'skipped', reason: 'binary', status: 200 };
        else pages.push({ index, entry, result, seen, plain, validators: result.validators ?? {} });
      });
    }
    for (const { plain } of pages) this.#template = learnPage(this.#template, plain.learnt);
    this.#zone = agreedZone(pages.map(page => this.#timesOf(page))) ?? this.#zone;
    // The first pages of a source say its template only together.
    const template = [this.#notes.memory.template, this.#template].find(isTold);
    for (const page of pages)
      await this.#notes.guarded(page.index, async () => {
        this.#sight(page, await this.#chosenOf(page, template));
      });
  }

  #timesOf({ entry, plain }: FoundPage): TimePair {
    return { page: plain.extraction.published, hint: this.#notes.memory.hints[entry.identity]?.published };
  }

  async #chosenOf(page: FoundPage, template: HostTemplate | undefined): Promise<ChosenPublication> {
    const { entry, seen, plain, result } = page;
    let grabbed: GrabbedPage | undefined;
    let automatic: Extraction | undefined;
    return await choosePublication(this.#notes.applications, turnPage(entry, result), {
      automatic: () =>
        (automatic ??= template === undefined ? plain.extraction : readArticle(seen, template)!.extraction),
      grabbed: () => {
        if (this.#rules === undefined || grabbed !== undefined) return grabbed;
        grabbed = grabArticle(seen, template, this.#rules);
        const isMatch = matchOf(grabbed);
        if (entry.look === undefined && isMatch !== undefined) {
          const { revision } = this.#rules;
          this.#ruleStanding = afterPage(this.#ruleStanding, { revision, isMatch, at: this.#notes.at });
        }
        return grabbed;
      },
    });
  }

  /** A further part of a list, or a day of a calendar. */
  #readPart(index: number, result: PageResult, address: string): void {
    const [, { faults }] = this.#entries.namedBy(index, result, address);
    for (const [kind, count] of Object.entries(faults)) for (let n = 0; n < count; n += 1) this.#notes.left.push(kind);
    this.#notes.reasons.set(index, 'list');
  }

  /** A publication that could not be looked at. */
  #missed({ entry, result }: FetchedEntry): void {
    if (entry.look === undefined) {
      if (result.kind !== 'retry') this.readIdentities.push(entry.identity);
      return;
    }
    const watched = this.#notes.visited.watched.get(entry.look.of);
    if (
      watched === undefined ||
      result.kind === 'retry' ||
      (result.kind === 'redirect' && this.#notes.visited.belongs(result.target))
    )
      return;
    if (result.kind === 'skipped' && (result.status === 404 || result.status === 410)) {
      this.#gone(watched, result.status);
    } else this.#check(watched);
  }

  /** 410 says that it is for good. After 404 the looks go on: the page may come back. */
  #gone(watched: WatchedAddress, status: 404 | 410): void {
    const { named, ...state } = readRecheck(watched);
    if (named === undefined) this.gone.push(watched.identity);
    else this.#notes.refused.push(`status-${status}`);
    if (named === undefined && status === 404) this.#checkNext(watched, { ...state, gone: true, memory: newMemory });
    else this.#ended.push(watched.identity);
  }

  #sight({ index, entry, seen, plain, validators }: FoundPage, chosen: ChosenPublication): void {
    const { extraction, application } = chosen;
    const revision = 'pageType' in extraction && extraction.pageType !== null ? this.#rules?.revision : undefined;
    const watched = entry.look === undefined ? undefined : this.#notes.visited.watched.get(entry.look.of);
    if (entry.look !== undefined && watched === undefined) return;
    const named = watched && readRecheck(watched).named;
    const plainKey = textKeyOf(plain.extraction.title ?? '', plain.extraction.text);
    const by = this.#foundBy(entry.foundOn);
    this.readIdentities.push(entry.identity);
    const isNamedByFeed =
      entry.look === undefined && (by === 'feed' || this.#notes.memory.hints[entry.identity] !== undefined);
    const isPublication =
      extraction.text !== '' &&
      !isChallenge(seen.body) &&
      (isArticleLike(extraction) || isNamedByFeed || watched !== undefined);
    this.sorted.set(index, { chosen, isPublication });
    if (watched !== undefined && named !== undefined && !isPublication) {
      this.#refuse(watched, seen, validators);
      return;
    }
    if (watched !== undefined && named === undefined) {
      const { gone, ...before } = readRecheck(watched);
      const isSame = (before.plainKey === plainKey && gone !== true) || !isPublication;
      if (isSame) {
        this.#check(watched, validators);
        return;
      }
      const source = { source: this.#notes.visited.site, identity: watched.identity, address: watched.address };
      const sighting = sightingOf(
        { ...source, by, seenAt: this.#notes.at, hint: undefined, zone: this.#zone, revision, application },
        extraction,
      );
      this.#seen.push({ sighting, state: withValidators({ ...before, plainKey }, validators) });
      return;
    }
    if (!isPublication) {
      this.#notes.outcomes[index] = { kind: 'skipped', reason: 'no-article', status: 200 };
      if (isChallenge(seen.body)) this.#notes.reasons.set(index, 'challenge');
      return;
    }
    const hint = named?.hint ?? this.#notes.memory.hints[entry.identity];
    const { identity, address } = watched ?? entry;
    const source = { source: this.#notes.visited.site, identity, address };
    const sighting = sightingOf(
      { ...source, by: named?.by ?? by, seenAt: this.#notes.at, hint, zone: this.#zone, revision, application },
      extraction,
    );
    this.#notes.outcomes[index] = { kind: 'node', hash: sighting.index.key };
    this.#notes.learnFound(address);
    this.#seen.push({
      sighting,
      state: { version: 1, first: this.#notes.at, checks: -1, plainKey, memory: newMemory },
    });
  }

  /** An address that another source named as a publication. A server that wants proof of a human visitor is asked again later. */
  #refuse(watched: WatchedAddress, { body }: SeenPage, validators: Validators): void {
    if (isChallenge(body)) {
      this.#check(watched, validators);
      return;
    }
    this.#notes.refused.push('no-article');
    this.#ended.push(watched.identity);
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

/** A page that says in its markup, or to the minute, when it was published is a publication, however short. */
function isArticleLike({ articleScore, published }: Extraction): boolean {
  if (articleScore >= leastScore || published?.source === 'ld' || published?.source === 'meta') return true;
  return published !== null && published.precision !== 'day';
}

/** Requested addresses look like publications already, so that their pages need not be as sure as any page. */
const leastScore = 0.2;
function withValidators(state: RecheckState, { etag, lastModified }: Validators): RecheckState {
  const sent = defined({ etag, lastModified });
  return { ...state, memory: afterAnswer(state.memory, { status: 200, newItems: 0, ...sent }) };
}
