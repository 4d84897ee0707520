import { defined } from '../../../domain/defined.ts';
import { isDrawnByScripts } from '../../../domain/html/drawn-page.ts';
import { isJson, isXml } from '../../../domain/http/page-type.ts';
import { dayAt } from '../../../domain/instant.ts';
import type { FetchResult } from '../../../domain/protocol/classify-answer.ts';
import { lookedIdentity } from '../../../domain/protocol/watched-address.ts';
import type { SkipReason } from '../../../domain/skip-reason.ts';
import type { FetchedEntry } from '../../../domain/turn/turn-record.ts';
import { isForeignTo, wordShare } from '../extraction/article-test.ts';
import type { ExtractedPage, Extraction } from '../extraction/extract-page.ts';
import { joinPage, wholeArticle } from '../extraction/join-pages.ts';
import { type HostTemplate, isTold, learnPage } from '../extraction/text/host-template.ts';
import { isChallenge } from '../finding/challenge.ts';
import type { GrabbedPage } from '../grabber/grab-page.ts';
import { afterPage, alarmOf, matchOf, type RuleStanding } from '../grabber/rule-health.ts';
import { isHidden } from '../looks/hidden-page.ts';
import { type Brought, type JudgedPage, judge, type Verdict } from '../looks/judge-page.ts';
import { keptIn, sampleOf } from '../looks/kept-words.ts';
import { isSameLive, liveTitle } from '../looks/live-blog.ts';
import { whyWithout } from '../looks/look-outcome.ts';
import { type SeenTexts, SharedTexts, type SharingPage } from '../looks/shared-texts.ts';
import type { Sighting } from '../store/publication-store.ts';
import { textKeyOf } from '../store/text-key.ts';
import type { ReadingNote } from '../visits/source-reader.ts';
import { type ChosenPublication, choosePublication } from './chosen-publication.ts';
import type { EntryReading } from './entry-reading.ts';
import { type SortedPage, turnPage } from './page-applications.ts';
import { type FoundAddress, PublicationFold, type SeenPublication } from './publication-fold.ts';
import { type ArticlePart, type Naming, type ReadArticle, type RecheckState, readRecheck } from './recheck.ts';
import { agreedZone, grabArticle, readArticle, type SeenPage, sightingOf } from './sighted-page.ts';
import { type SourceClock, sourceClock, type TimePair, type UnzonedTimes, withUnzoned } from './source-clock.ts';
import { type HeldRules, rulesAt } from './source-settings.ts';
import type { VisitNotes } from './visit-notes.ts';

type PageResult = Extract<FetchResult, { kind: 'page' }>;

/** Pages of an article that are joined, and characters of a text from which on no further page is requested. */
const mostPages = 20;
const mostOfPages = 300_000;

/** A page of the turn that may be a publication. */
interface FoundPage extends FoundAddress {
  readonly result: PageResult;
  readonly seen: SeenPage;
  /** The result with nothing of its host's template left out. */
  readonly plain: ExtractedPage;
}

/** Reads the pages of a turn that are publications, or may be, and has them judged. */
export class PublicationReading {
  readonly fold: PublicationFold;
  /** Pages that may be publications, by the index of their entry. */
  readonly sorted = new Map<number, SortedPage>();
  readonly #notes: VisitNotes;
  readonly #entries: EntryReading;
  #template: HostTemplate | undefined;
  #zone: number | undefined;
  #unzoned: Partial<UnzonedTimes>;
  readonly #rules: HeldRules | undefined;
  #ruleStanding: RuleStanding | undefined;
  readonly #texts: SharedTexts;

  constructor(notes: VisitNotes, entries: EntryReading) {
    this.fold = new PublicationFold(notes, (article, naming) => this.#sightingOf(article, naming));
    this.#notes = notes;
    this.#entries = entries;
    this.#template = notes.memory.template;
    this.#zone = notes.memory.zone;
    this.#unzoned = withUnzoned(notes.memory, [], notes.at);
    this.#rules = rulesAt(notes.settings, notes.at);
    this.#ruleStanding = notes.memory.rules;
    this.#texts = new SharedTexts(notes.memory.texts);
  }

  /** Texts of the source that were seen last. */
  get texts(): SeenTexts {
    return this.#texts.seen;
  }

  get template(): HostTemplate | undefined {
    return this.#template;
  }

  /** The clock that the source's pages show without a zone, minutes east of Greenwich. */
  get zone(): number | undefined {
    return this.#zone;
  }

  get unzoned(): Partial<UnzonedTimes> {
    return this.#unzoned;
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
    const opened: FoundPage[] = [];
    for (const [index, fetched] of this.#notes.visited.record.entries.entries())
      if (this.#isArticle(fetched)) opened.push(...(await this.#open(index, fetched)));
    const pages = opened.filter(({ part }) => part === undefined);
    for (const { plain } of pages) this.#template = learnPage(this.#template, plain.learnt);
    for (const each of pages) this.#texts.add(sharingOf(each));
    const times = pages.map(page => this.#timesOf(page));
    this.#zone = agreedZone(times) ?? this.#zone;
    this.#unzoned = withUnzoned(this.#unzoned, times, this.#notes.at);
    // The first pages of a source say its template only together.
    const template = [this.#notes.memory.template, this.#template].find(isTold);
    for (const page of pages)
      await this.#notes.guarded(page.index, async () => {
        this.#judgePage(page, await this.#chosenOf(page, template));
      });
    for (const page of opened)
      if (page.part !== undefined)
        await this.#notes.guarded(page.index, async () => this.#join(page, page.part!, template));
  }

  /** The next page of an article. */
  #join({ watched, seen, plain }: FoundPage, part: ArticlePart, template: HostTemplate | undefined): void {
    const { article } = part;
    const page =
      this.#rules === undefined
        ? readArticle(seen, template)!
        : { ...plain, extraction: grabArticle(seen, template, this.#rules) };
    const further = joinPage(article.extraction, page.extraction);
    if (further.kind === 'none') {
      this.fold.joined(watched!, part, article);
      return;
    }
    const [joined, next] = further.kind === 'joined' ? [further.article, plain.next] : [article.extraction, undefined];
    const extraction = next === undefined ? wholeArticle(joined) : joined;
    this.fold.joined(watched!, part, { ...article, extraction }, this.#nextOf(next, joined.text, part.number));
  }

  /** The address of a next page that may be requested. */
  #nextOf(next: string | undefined, text: string, number: number): string | undefined {
    const { belongs, rules, capturedAt } = this.#notes.visited;
    // Nothing is requested while an archive is read.
    if (
      next === undefined ||
      capturedAt !== undefined ||
      number >= mostPages ||
      text.length > mostOfPages ||
      !belongs(next)
    )
      return undefined;
    return rules.admit(rules.normalize(new URL(next))) === undefined ? next : undefined;
  }

  #isArticle({ entry: { look } }: FetchedEntry): boolean {
    return look === undefined ? this.#notes.visited.record.phase.level > 0 : look.kind === 'publication';
  }

  /** The page of an entry; what has none is judged at once. */
  async #open(index: number, { entry, result }: FetchedEntry): Promise<readonly FoundPage[]> {
    const found = this.fold.found(index, entry);
    if (result.kind !== 'page') {
      if (found !== undefined) this.#judgeAnswer(found, result);
      return [];
    }
    const { rules } = this.#notes;
    const isData = isJson(result.contentType) || isXml(result.contentType);
    const isPart = entry.look === undefined && rules.kindOf(entry.address) === 'archive';
    // A number may be a year or that of a publication: the page says which.
    const mayBeArticle = isPart && !isData && rules.kindOfSibling(entry.address) === 'publication';
    const pages: FoundPage[] = [];
    if (isData && !isPart) {
      const detail = isJson(result.contentType) ? { detail: 'json' } : {};
      const answer = { kind: 'skipped', reason: 'content-type', status: 200, ...detail } as const;
      if (found !== undefined) this.#judgeAnswer(found, answer);
      this.#notes.outcomes[index] = answer;
      return [];
    }
    await this.#notes.guarded(index, async () => {
      if (isPart && !mayBeArticle) return this.#readPart(index, result, entry.address);
      const isNamed = found !== undefined && (found.known.kind === 'publication' || found.known.isNamed);
      const page = found?.part && { first: found.part.naming.address, number: found.part.number };
      const at = this.#notes.visited.capturedAt?.[index] ?? this.#notes.at;
      const seen = { ...result, address: entry.address, at, isNamed, ...defined({ page }) };
      const plain = readArticle(seen, undefined);
      const isList = () => entry.look === undefined && !isNamed && this.#entries.isList(result, entry.address);
      if (plain?.extraction.article !== true && (isPart || isList()))
        return this.#readPart(index, result, entry.address);
      if (plain === undefined) this.#notes.outcomes[index] = { kind: 'skipped', reason: 'binary', status: 200 };
      else if (found !== undefined) pages.push({ ...found, result, seen, plain });
    });
    return pages;
  }

  #judgeAnswer(found: FoundAddress, result: Exclude<FetchResult, PageResult>): void {
    const { belongs, rules } = this.#notes.visited;
    // The home page is read as itself: what was named is not there yet.
    const isHome =
      found.known.kind === 'first' && result.kind === 'redirect' && landingOf(found.entry, result.target) === 'home';
    if (result.kind === 'redirect' && belongs(result.target) && !isHome)
      this.fold.redirected(found.entry, rules.normalize(new URL(result.target)));
    const brought: Brought = isHome
      ? { kind: 'nothing', why: 'redirects', mayPass: found.known.isNamed }
      : broughtBy(result, belongs);
    if (found.part === undefined) this.fold.apply(judge(brought, found.known), found);
    else if (brought.kind !== 'under-way') this.fold.joined(found.watched!, found.part, found.part.article);
  }

  #timesOf({ entry, plain }: FoundPage): TimePair {
    const { published: page, language } = plain.extraction;
    return { page, hint: this.#notes.memory.hints[entry.identity]?.published, language };
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
    const left = Object.entries(this.#entries.part(index, result, address));
    for (const [kind, count] of left) for (let n = 0; n < count; n += 1) this.#notes.left.push(kind);
    this.#notes.reasons.set(index, 'list');
  }

  #judgePage(page: FoundPage, chosen: ChosenPublication): void {
    const judged = this.#judgedOf(page, chosen);
    const { known } = page;
    const isOfRule = 'pageType' in chosen.extraction && chosen.extraction.pageType !== null;
    const named = known.kind === 'first' && isOfRule ? { ...known, isNamed: true } : known;
    const verdict = judge({ kind: 'page', page: judged }, named);
    const isPublication = judged.hasText && !judged.isChallenge && publicationVerdicts.has(verdict.kind);
    this.sorted.set(page.index, { chosen, isPublication });
    this.fold.apply(verdict, page, this.#seenBy(page, judged, chosen));
  }

  get #clock(): SourceClock | undefined {
    const { options, at, visited, memory } = this.#notes;
    const known = { ...this.#unzoned, ...defined({ zone: this.#zone, sitemapZone: memory.sitemapZone }) };
    return sourceClock(known, { setting: options.timeZone, origin: visited.record.origin, now: at }).clock;
  }

  #seenBy({ result, plain, seen }: FoundPage, { plainKey }: JudgedPage, chosen: ChosenPublication): SeenPublication {
    const { extraction, application } = chosen;
    const revision = 'pageType' in extraction && extraction.pageType !== null ? this.#rules?.revision : undefined;
    const article = { extraction, seenAt: seen.at, ...defined({ revision, application }) };
    return {
      ...{ plainKey, sample: sampleOf(extraction.text), length: extraction.text.length, article },
      live: liveTitle(seen.body, extraction.title, extraction.text),
      next: this.#nextOf(plain.next, extraction.text, 1),
      // They are of the document, which does not change with the text that scripts make of it.
      validators: result.rendering?.kind === 'rendered' ? {} : (result.validators ?? {}),
    };
  }

  #sightingOf({ extraction, seenAt, revision, application }: ReadArticle, naming: Naming): Sighting {
    const seen = { source: this.#notes.visited.site, seenAt, clock: this.#clock, revision, application };
    return sightingOf({ ...seen, ...naming, hint: naming.hint }, extraction);
  }

  #judgedOf(page: FoundPage, { extraction }: ChosenPublication): JudgedPage {
    const { entry, watched, seen, plain, result } = page;
    const { articleScore, published, text } = extraction;
    const isMarkedUp = published?.source === 'ld' || published?.source === 'meta';
    const plainText = plain.extraction.text;
    const isRendered = result.rendering?.kind === 'rendered';
    const known = watched && readRecheck(watched);
    const said = (known?.hint ?? this.#notes.memory.hints[watched?.identity ?? entry.identity])?.title ?? '';
    const announced = [said, entry.address, ...entry.via].join(' ').slice(0, 2_000);
    const isAnnounced = wordShare(plain.extraction.title ?? '', announced) >= leastAnnounced;
    const length = known?.length ?? Number.NaN;
    const isShell = articleScore < leastSure && isDrawnByScripts(seen);
    return {
      hasText: text !== '',
      articleScore,
      isTimed: isMarkedUp || (published !== null && published.precision !== 'day'),
      isChallenge: isChallenge(seen.body),
      isDrawn: isShell && !isRendered,
      isUndrawn: isShell && isRendered && isUndrawn(page),
      isHidden: isHidden(seen.body),
      plainKey: textKeyOf(plain.extraction.title ?? '', plainText),
      kept: known === undefined ? 1 : keptOf(known, seen.body, extraction),
      others: this.#texts.others(sharingOf(page)),
      isAnnounced,
      isForeign: isForeignTo(said, `${extraction.title ?? ''} ${text}`),
      isCut: extraction.access === 'paywalled' && text.length < mostOfCut * length,
      isGrown: isAnnounced && articleScore >= leastSure && text.length >= leastGrowth * length,
      lands: landingOf(entry),
    };
  }
}

/** Whether scripts lacked what they requested, and the page as it was sent has not the same text. */
function isUndrawn({ result: { rendering }, seen, plain }: FoundPage): boolean {
  if (rendering?.kind !== 'rendered' || rendering.isCut !== true) return false;
  const sent = readArticle({ ...seen, body: rendering.raw, contentType: rendering.rawType }, undefined);
  return plain.extraction.text === '' || sent?.extraction.text !== plain.extraction.text;
}

/** The share of a publication's words that a page has. */
function keptOf({ sample = '', live }: RecheckState, body: Uint8Array, { title, text }: Extraction): number {
  return live !== undefined && isSameLive(live, liveTitle(body, title, text)) ? 1 : keptIn(sample, text);
}

function sharingOf({ entry, plain: { extraction } }: FoundPage): SharingPage {
  const { title, text, published } = extraction;
  const day = published === null ? undefined : dayAt(published.at, published.offset ?? 0);
  return { identity: lookedIdentity(entry), title: title ?? '', text, day };
}

/** Share of a title's words that an entry's headline, or the address, has where it announces the page. */
const leastAnnounced = 0.35;
/** Shares of the length of the last good text: a cut text is shorter than the first, a grown text longer than the second. */
const mostOfCut = 0.8;
const leastGrowth = 2;
/** From this score on a page is an article, whatever its scripts do. */
const leastSure = 0.5;

const publicationVerdicts: ReadonlySet<Verdict['kind']> = new Set(['new', 'version', 'unchanged']);

/** Reasons that a later request does not change. */
const lasting: ReadonlySet<SkipReason> = new Set<SkipReason>([
  ...([
    'extension',
    'too-long',
    'too-deep',
    'repeating',
    'excluded',
    'logout',
    'not-publication',
    'robots',
    'preference',
    'page-preference',
    'deleted',
  ] as const),
  ...(['private-address', 'content-type', 'binary', 'too-large', 'bad-location', 'removed'] as const),
]);

/** The finding of an answer without a page. */
function broughtBy(result: Exclude<FetchResult, PageResult>, belongs: (address: string) => boolean): Brought {
  if (result.kind === 'retry') return { kind: 'under-way' };
  if (result.kind === 'redirect') return { kind: belongs(result.target) ? 'under-way' : 'away' };
  const { reason, status, detail } = result;
  if (status === 404 || status === 410) return { kind: 'missing', status };
  const why = whyWithout(reason, status);
  return { kind: 'nothing', why, mayPass: !lasting.has(reason) || detail === 'json' };
}

/** The home page of a site, or of one of its languages. */
const home = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:index\.\w+)?$/i;

/** Where the redirects of an entry led. */
function landingOf({ address, via }: FetchedEntry['entry'], target = address): JudgedPage['lands'] {
  const [first = address] = via;
  const [from, to] = [new URL(first).pathname, new URL(target).pathname];
  if (home.test(to) && !home.test(from)) return 'home';
  return to !== from && to.endsWith('/') && from.startsWith(to) ? 'above' : 'here';
}
