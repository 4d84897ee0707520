import { sniffEncoding } from '../../domain/html/decode-text.ts';
import { PageScan } from '../../domain/html/page-scan.ts';
import { looksBinary } from '../../domain/html/sniff-binary.ts';
import type { AnswerPage, PageAnswer } from '../../domain/http/page-answer.ts';
import { isHtml } from '../../domain/http/page-type.ts';
import type { Rendering } from '../../domain/protocol/classify-answer.ts';
import type { ChunkEntry } from '../../domain/protocol/crawl-state.ts';
import { remember } from '../../domain/remember.ts';
import type { CompiledRobots } from '../../domain/robots/match-robots.ts';
import { requestIdentityOf } from '../../domain/spec/request-identity.ts';
import { sentLinks } from '../../domain/turn/link-types.ts';
import { templateOf } from '../../domain/turn/page-template.ts';
import { createLinkResolver } from '../../domain/url/resolve-link.ts';
import type { Renderer } from '../../ports.ts';
import { TooLate } from '../page/host-lines.ts';
import { PoliteAnswers } from '../page/polite-answers.ts';
import type { TurnEntries } from './choose-entries.ts';
import type { PageResult, TurnRendering } from './fetch-politely.ts';
import type { RenderWorker, SiteParts } from './render-worker.ts';
import { type PagePlace, TemplateSamples } from './template-samples.ts';
import type { TurnView } from './turn.ts';
import { TurnLines } from './turn-lines.ts';

/** Of one page; further ones are not answered. */
const mostRequests = 200;
const mostSites = 64;

/** How the turn has its pages rendered; undefined where the crawl takes them as they are sent. */
export function renderingOf(
  view: TurnView,
  { phase, taken }: Pick<Extract<TurnEntries, { kind: 'fetch' }>, 'phase' | 'taken'>,
  robots: CompiledRobots,
): TurnRendering | undefined {
  const { rendering } = view.turn.worker;
  const { render = 'never' } = view.rules.spec;
  if (render === 'never') return undefined;
  if (rendering === undefined) throw new Error(`render: ${render} needs a browser, and this place has none`);
  const parts = partsOf(view, rendering);
  parts.answers.useRules(view.row.origin, robots);
  const { host } = view.turn.lease;
  const { lines } = rendering;
  return {
    opened: line => lines.set(host, line),
    closed: () => lines.delete(host),
    render: async ({ index, entry, page, pagesBefore }, line) => {
      if (!isHtml(page.contentType) || looksBinary(page.body)) return page;
      const ofTurn = new TurnLines(view, line, { notBefore: parts.notBefore, open: lines });
      const load = async (): Promise<PageResult | undefined> =>
        await renderedPage(view, rendering.renderer, new PartRequests(entry.address, page, parts.answers, ofTurn));
      if (render === 'always') return await load();
      const place = { phase, cursor: taken[index]!.cursor, pagesBefore: view.row.used + pagesBefore };
      return await byTemplate(view, parts.samples, { entry, page, place }, load);
    },
  };
}

/** `render: auto`: a page is loaded if its template is one whose scripts bring links, or to find that out. */
async function byTemplate(
  view: TurnView,
  samples: TemplateSamples,
  { entry, page, place }: { readonly entry: ChunkEntry; readonly page: PageResult; readonly place: PagePlace },
  load: () => Promise<PageResult | undefined>,
): Promise<PageResult | undefined> {
  const template = templateOf(entry.url, page.body);
  const decision = await samples.decide(template, entry.url, place);
  if (decision === 'leave') return page;
  const loaded = await load();
  if (loaded === undefined || decision === 'render') return loaded;
  const gain = bringsLinks(view, entry.address, page, loaded);
  await samples.keep(template, place, gain);
  // Pages of a template are alike: as they were sent, until a sample shows that this is not enough.
  return gain || loaded.rendering?.kind !== 'rendered' ? loaded : page;
}

/** Whether scripts made links to pages of the site that the crawl would fetch. */
function bringsLinks({ row, rules }: TurnView, address: string, sent: PageResult, loaded: PageResult): boolean {
  const { rendering } = loaded;
  if (rendering?.kind !== 'rendered') return false;
  const resolver = createLinkResolver({
    site: { origin: row.origin, schemes: rules.spec.schemes },
    rules: rules.spec.normalization,
  });
  const linksOf = ({ body, contentType, refresh }: PageResult): ReadonlySet<string> =>
    sentLinks({ address, body, contentType, refresh }, new PageScan(), rules.spec, resolver).identities;
  const before = linksOf(sent);
  const went = rendering.went.map(url => rules.normalize(new URL(url)));
  const own = rules.siteKey(row.origin);
  return [...linksOf(loaded), ...went].some(
    url => !before.has(url) && rules.siteKey(url) === own && rules.admit(url) === undefined,
  );
}

function partsOf({ turn, row, rules }: TurnView, { sites, record }: RenderWorker): SiteParts {
  const key = `${row.crawl} ${row.site}`;
  const known = sites.get(key);
  if (known !== undefined) return known;
  const { worker } = turn;
  const { fetcher, clock, log } = worker.ports;
  const answers = new PoliteAnswers({
    ...{ fetcher, clock, record, robots: rules.robots, delayMs: row.delayMs, signal: worker.signal },
    identity: requestIdentityOf(rules.spec),
    told: ({ url, page = '', kind, answer }) => {
      const time = clock.now();
      if (answer.kind === 'failed') log.failed({ time, url, reason: answer.reason, detail: answer.detail });
      const bytes = answer.kind === 'answered' ? answer.body.byteLength : 0;
      log.part({ time, page, url, kind, status: answer.status ?? 0, bytes, ms: Math.round(answer.elapsedMs) });
    },
  });
  const samples = new TemplateSamples(worker.ports.objects, row.site);
  const parts = { answers, notBefore: new Map<string, number>(), samples };
  remember(sites, key, parts, mostSites);
  return parts;
}

/** Undefined: the page could not be had whole in this turn; what it was answered so far is recorded. */
async function renderedPage(
  view: TurnView,
  renderer: Renderer,
  requests: PartRequests,
): Promise<PageResult | undefined> {
  const { worker } = view.turn;
  const { document: address, page } = requests;
  const { userAgent } = requestIdentityOf(view.rules.spec);
  const rendered = await renderer.render({ url: address, userAgent, answer: request => requests.answer(request) });
  if (requests.failure !== undefined) throw requests.failure.error;
  if (requests.isLate || worker.signal.aborted) return undefined;
  if (rendered.kind !== 'rendered') {
    const { clock, log } = worker.ports;
    log.failed({ time: clock.now(), url: address, reason: 'browser', detail: failures[rendered.kind] });
    return { ...page, rendering: { kind: rendered.kind } };
  }
  const rendering: Rendering = {
    ...{ kind: 'rendered', raw: page.body, rawType: page.contentType },
    went: rendered.went,
  };
  return { ...page, contentType: 'text/html; charset=utf-8', body: rendered.html, rendering };
}

const failures = {
  hung: 'the page did not answer; it is taken as it was sent',
  crashed: "the page's process died; it is taken as it was sent",
  'too-large': 'the document after loading is too large; the page is taken as it was sent',
} as const;

/** The requests of one page, and what became of them. */
class PartRequests {
  readonly document: string;
  readonly page: PageResult;
  readonly #answers: PoliteAnswers;
  readonly #lines: TurnLines;
  #count = 0;
  isLate = false;
  failure: { readonly error: unknown } | undefined;

  constructor(document: string, page: PageResult, answers: PoliteAnswers, lines: TurnLines) {
    this.document = document;
    this.page = page;
    this.#answers = answers;
    this.#lines = lines;
  }

  /** Never throws: the page would wait forever. */
  readonly answer: AnswerPage = async request => {
    if (request.url === this.document) return documentOf(this.page);
    this.#count += 1;
    if (this.#count > mostRequests || this.isLate || this.failure !== undefined) return undefined;
    try {
      return await this.#answers.answer(request, this.#lines);
    } catch (error) {
      if (error instanceof TooLate) this.isLate = true;
      else this.failure = { error };
      return undefined;
    }
  };
}

/** With the encoding that we take the page to have, so that the browser takes no other. */
function documentOf({ body, contentType }: PageResult): PageAnswer {
  const { encoding } = sniffEncoding({ body, contentType });
  return { status: 200, headers: [['content-type', `text/html; charset=${encoding}`]], body };
}
