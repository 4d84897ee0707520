import { gainsText, isDrawnByScripts } from '../../domain/html/drawn-page.ts';
import { looksBinary } from '../../domain/html/encoding/sniff-binary.ts';
import { PageScan } from '../../domain/html/page-scan.ts';
import type { Jar } from '../../domain/http/gates/gate-cookies.ts';
import type { AnswerPage, PageAnswer, PageRequest } from '../../domain/http/page-answer.ts';
import { isHtml } from '../../domain/http/page-type.ts';
import { pageIdentityIn, requestIdentityOf } from '../../domain/http/request-identity.ts';
import type { Rendering } from '../../domain/protocol/classify-answer.ts';
import type { ChunkEntry, Phase } from '../../domain/protocol/crawl-state.ts';
import { BadInput } from '../../domain/refusal/refusal.ts';
import { remember } from '../../domain/remember.ts';
import type { CompiledRobots } from '../../domain/robots/match-robots.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import { hostsOf } from '../../domain/turn/crawl-rules.ts';
import { sentLinks } from '../../domain/turn/link-types.ts';
import { templateOf } from '../../domain/turn/page-template.ts';
import { linkSiteOf } from '../../domain/url/link-meaning.ts';
import { loadPublicSuffixes, registrableDomain } from '../../domain/url/registrable-domain.ts';
import { createLinkResolver } from '../../domain/url/resolve-link.ts';
import type { RequestRefusal } from '../../ports/page-ports.ts';
import type { PageResult, TurnRendering } from '../fetch/fetch-politely.ts';
import { lineOf } from '../fetch/log-answer.ts';
import type { RenderTurn, TurnView } from '../fetch/turn.ts';
import { type AnswerRecord, MemoryRecord } from '../page/answer-record.ts';
import { TooLate } from '../page/host-lines.ts';
import { PoliteAnswers } from '../page/polite-answers.ts';
import type { RenderWorker, SiteParts } from './render-worker.ts';
import { type PagePosition, TemplateSamples } from './template-samples.ts';
import { documentOf, TurnTraversals } from './traverse-pages.ts';
import { TurnLines } from './turn-lines.ts';

const noRoom = 'Recorded answers take all their room: those that come now are requested again after a kill.';
/** Most requests of one page; further ones are not answered. */
const mostRequests = 200;
const mostSites = 64;

/** Has `rendering` render the pages of turns. */
export function renderWith(rendering: RenderWorker): RenderTurn {
  return (view, pages, robots) => turnRendering(rendering, view, pages, robots);
}

function turnRendering(
  rendering: RenderWorker,
  view: TurnView,
  { phase, taken, render }: Parameters<RenderTurn>[1],
  robots: CompiledRobots,
): TurnRendering {
  const key = partsKey(view, phase);
  const parts = partsOf(view, rendering, key);
  parts.answers.useRules(view.row.origin, robots);
  const { host } = view.turn.lease;
  const { lines } = rendering;
  const traversals = traversalsOf(view, rendering, parts, phase);
  return {
    opened: line => lines.set(host, line),
    closed: () => lines.delete(host),
    begun: async (entry, isFirst) =>
      (await traversals.begun(entry)) ?? (isFirst ? await sentPage(parts.record, entry.address) : undefined),
    committed: async entries => await traversals.committed(entries),
    render: async ({ index, entry, page, pagesBefore }, line) => {
      if (!isHtml(page.contentType) || looksBinary(page.body)) return page;
      const ofTurn = new TurnLines(view, line, { notBefore: parts.notBefore, open: lines });
      const load = async (): Promise<PageResult | undefined> =>
        await renderedPage(
          view,
          rendering,
          parts.record,
          new PartRequests(entry.address, page, parts.answers, ofTurn, view.home.jar),
        );
      if (traversals.matches(entry)) {
        return await orWithoutBrowser(view, entry, page, async () => {
          const loaded = page.rendering === undefined ? await load() : page;
          return loaded && (await traversals.goOn(entry, loaded, ofTurn, line));
        });
      }
      if (render === 'never') return page;
      if (render === 'always') return await orWithoutBrowser(view, entry, page, load);
      const position = { phase, cursor: taken[index]!.cursor, pagesBefore: view.row.used + pagesBefore };
      return await orWithoutBrowser(view, entry, page, async () =>
        byTemplate(view, parts.samples, { entry, page, position }, load),
      );
    },
  };
}

function traversalsOf(view: TurnView, { traverser }: RenderWorker, parts: SiteParts, phase: Phase): TurnTraversals {
  const { traverse = [] } = view.rules.spec;
  if (traverser === undefined && traverse.length > 0)
    throw new Error('traverse needs a browser that clicks, and this place has none');
  return new TurnTraversals(view, traverser, parts, phase);
}

/** If no browser can be started, a watch continues with the page as it was sent. */
async function orWithoutBrowser(
  { turn, crawl }: TurnView,
  { address }: ChunkEntry,
  page: PageResult,
  loaded: () => Promise<PageResult | undefined>,
): Promise<PageResult | undefined> {
  try {
    return await loaded();
  } catch (error) {
    if (!kindOf(crawl.spec).looksAgain || !(error instanceof BadInput)) throw error;
    const { clock, log } = turn.worker.ports;
    log.failed({ time: clock.now(), address, reason: 'browser', detail: error.sentences.join(' ') });
    return { ...page, rendering: { kind: 'no-browser' } };
  }
}

/** `render: auto`: a page is loaded if the scripts of its template add links or text, or as a sample to find that out. */
async function byTemplate(
  view: TurnView,
  samples: TemplateSamples,
  { entry, page, position }: { readonly entry: ChunkEntry; readonly page: PageResult; readonly position: PagePosition },
  load: () => Promise<PageResult | undefined>,
): Promise<PageResult | undefined> {
  const template = templateOf(entry.identity, page.body);
  const decision = await samples.decide(template, entry.identity, position);
  if (decision === 'leave') return page;
  const loaded = await load();
  if (loaded === undefined || decision === 'render') return loaded;
  const isRead = kindOf(view.crawl.spec).looksAgain;
  const gain = bringsLinks(view, entry.address, page, loaded) || (isRead && gainsText(page, loaded));
  // A page whose scripts were cut short is no sample.
  const isCut = loaded.rendering?.kind === 'rendered' && loaded.rendering.isCut === true;
  if (isRead && !gain && isCut && isDrawnByScripts(loaded)) return loaded;
  await samples.keep(template, position, gain);
  // Pages of a template are read alike: as they were sent, until a sample shows that scripts add something.
  return gain || loaded.rendering?.kind !== 'rendered' ? loaded : page;
}

/** Whether scripts made links to pages of the site that the crawl would fetch. */
function bringsLinks(view: TurnView, address: string, sent: PageResult, loaded: PageResult): boolean {
  const { row, home, rules } = view;
  const { rendering } = loaded;
  if (rendering?.kind !== 'rendered') return false;
  const resolver = createLinkResolver({
    site: linkSiteOf(rules.spec, row.origin, { start: home.start, ...hostsOf(rules.spec, row.site) }),
    rules: rules.spec.normalization,
  });
  const linksOf = ({ body, contentType, refresh }: PageResult): ReadonlySet<string> =>
    sentLinks({ address, body, contentType, refresh }, new PageScan(), rules.spec, resolver).identities;
  const before = linksOf(sent);
  const went = rendering.went.map(url => rules.normalize(new URL(url)));
  const bounds = rules.bounds(row.site, home.start);
  return [...linksOf(loaded), ...went].some(
    url => !before.has(url) && bounds.belongs(new URL(url)) && rules.admit(url) === undefined,
  );
}

/** A watch requests pages again, so answers of an earlier visit do not count. */
function partsKey({ row, crawl }: TurnView, { level }: Phase): string {
  return kindOf(crawl.spec).looksAgain ? `${row.crawl} ${row.site} ${level}` : `${row.crawl} ${row.site}`;
}

function partsOf({ turn, row, rules, crawl }: TurnView, rendering: RenderWorker, key: string): SiteParts {
  const { sites } = rendering;
  const record: AnswerRecord = kindOf(crawl.spec).looksAgain ? new MemoryRecord() : rendering.record;
  const known = sites.get(key);
  if (known !== undefined) return known;
  const { worker } = turn;
  const { fetcher, clock, log } = worker.ports;
  let isFull = false;
  const answers = new PoliteAnswers({
    ...{ fetcher, clock, record, robots: rules.robots, delayMs: row.delayMs, signal: worker.signal },
    identity: requestIdentityOf(rules.spec),
    objects: worker.ports.objects,
    told: ({ address, page = '', kind, answer, terms }) => {
      const line = lineOf({ clock, log }, { address, ...terms }, answer);
      if (!isFull && (record.leftOut ?? 0) > 0) {
        isFull = true;
        log.failed({ time: line.time, address: `site ${row.site}`, reason: 'browser', detail: noRoom });
      }
      log.part({ ...line, page, kind });
    },
  });
  const samples = new TemplateSamples(worker.ports.objects, row.site);
  const parts = {
    record,
    answers,
    notBefore: new Map<string, number>(),
    samples,
    firstTurns: new Map<string, number>(),
  };
  // Records of earlier visits are not needed any more.
  if (kindOf(crawl.spec).looksAgain)
    for (const other of sites.keys()) if (other.startsWith(`${row.crawl} ${row.site} `)) sites.delete(other);
  remember(sites, key, parts, mostSites);
  return parts;
}

/** Undefined: the page could not be had whole in this turn; what it was answered so far is recorded. */
async function renderedPage(
  view: TurnView,
  rendering: RenderWorker,
  record: AnswerRecord,
  requests: PartRequests,
): Promise<PageResult | undefined> {
  const { worker } = view.turn;
  const { document: address, page } = requests;
  const rendered = await rendering.renderer.render({
    address,
    ...pageIdentityIn(requestIdentityOf(view.rules.spec)),
    answer: request => requests.answer(request),
  });
  if (requests.failure !== undefined) throw requests.failure.error;
  if (requests.isLate || worker.signal.aborted) {
    await keepSent(record, address, page);
    return undefined;
  }
  if (rendered.kind !== 'rendered') {
    const { clock, log } = worker.ports;
    log.failed({ time: clock.now(), address, reason: 'browser', detail: failures[rendered.kind] });
    return { ...page, rendering: { kind: rendered.kind } };
  }
  const cut = requests.isCut ? ({ isCut: true } as const) : {};
  const made: Rendering = { kind: 'rendered', raw: page.body, rawType: page.contentType, went: rendered.went, ...cut };
  return { ...page, contentType: 'text/html; charset=utf-8', body: rendered.html, rendering: made };
}

/** Keeps a page that a later turn completes, so that it is not requested again. */
async function keepSent(record: AnswerRecord, address: string, { body, ...page }: PageResult): Promise<void> {
  await record.put(sentKey(address), { status: 200, headers: [['page', JSON.stringify(page)]], body });
}

async function sentPage(record: AnswerRecord, address: string): Promise<PageResult | undefined> {
  const kept = await record.get(sentKey(address));
  const page = kept?.headers[0]?.[1];
  return kept === undefined || page === undefined
    ? undefined
    : { ...(JSON.parse(page) as Omit<PageResult, 'body'>), body: kept.body };
}

/** Requests of pages never have a fragment, so this key is free. */
function sentKey(address: string): string {
  return `${address}#sent`;
}

const failures = {
  hung: 'the page did not answer; it is taken as it was sent',
  crashed: "the page's process died; it is taken as it was sent",
  'too-large': 'the document after loading is too large; the page is taken as it was sent',
} as const;

/** The requests of one page, and their results. */
class PartRequests {
  readonly document: string;
  readonly page: PageResult;
  readonly #answers: PoliteAnswers;
  readonly #lines: TurnLines;
  readonly #jar: Jar;
  #count = 0;
  isLate = false;
  /** Whether a script, or what one requested, was not had. */
  isCut = false;
  failure: { readonly error: unknown } | undefined;

  constructor(document: string, page: PageResult, answers: PoliteAnswers, lines: TurnLines, jar: Jar = []) {
    this.document = document;
    this.page = page;
    this.#answers = answers;
    this.#lines = lines;
    this.#jar = jar;
  }

  /** Never throws: the page would wait forever. */
  readonly answer: AnswerPage = async request => {
    if (request.address === this.document) return documentOf(this.page);
    this.#count += 1;
    if (this.#count > mostRequests || this.isLate || this.failure !== undefined) return undefined;
    try {
      const answer = await this.#answers.ask(request, this.#lines, this.#jar);
      if (!this.isCut && mayPass(answer)) this.isCut = await isOfSite(request);
      return typeof answer === 'string' ? undefined : answer;
    } catch (error) {
      if (error instanceof TooLate) this.isLate = true;
      else this.failure = { error };
      return undefined;
    }
  };
}

/** Whether a later request may be answered otherwise. */
function mayPass(answer: PageAnswer | RequestRefusal): boolean {
  if (typeof answer === 'string') return answer === 'no-answer';
  return answer.status >= 500 || answer.status === 429 || answer.status === 408;
}

/** Whether a script of the page's own domain is requested, or data of that domain. Counters of others draw nothing. */
async function isOfSite({ address, kind, page }: PageRequest): Promise<boolean> {
  if (kind !== 'script' && kind !== 'data') return false;
  await loadPublicSuffixes();
  return registrableDomain(new URL(address).hostname) === registrableDomain(new URL(page).hostname);
}
