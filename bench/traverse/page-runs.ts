import { type Browsers, openBrowsers, openPageDriver, type PageDriver } from '../../shared/adapters/browser/open.ts';
import { localClock, localProcesses, openLocalFetcher } from '../../shared/adapters/local/open.ts';
import type { AnswerPage, PageAnswer } from '../../shared/domain/http/page-answer.ts';
import { requestIdentityOf } from '../../shared/domain/http/request-identity.ts';
import { robotsPolicyNamed } from '../../shared/domain/robots/robots-policy.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import type { FoundAddress } from '../../shared/domain/turn/found-address.ts';
import type { FetchRequest } from '../../shared/ports/request-ports.ts';
import { type AnswerRecord, MemoryRecord } from '../../shared/steps/page/answer-record.ts';
import { HostLines } from '../../shared/steps/page/host-lines.ts';
import { PoliteAnswers } from '../../shared/steps/page/polite-answers.ts';
import { followPattern } from '../../shared/wings/clicking/follow-pattern.ts';
import { Traversal, type TraversalReport } from '../../shared/wings/clicking/traversal.ts';
import type { TraversalEnd } from '../../shared/wings/clicking/traversal-checkpoint.ts';
import type { DriverAnswer, Observation, TraversalDriver } from '../../shared/wings/clicking/traversal-driver.ts';
import { type TraversalSettings, traversalDefaults } from '../../shared/wings/clicking/traversal-settings.ts';

/** The findings and the work of one traversal. */
export interface PageRun {
  readonly found: readonly string[];
  readonly clicks: number;
  readonly loads: number;
  readonly states: number;
  /** Browsers that were lost. */
  readonly breakdowns: number;
  readonly refusedButtons: TraversalReport['refusedButtons'];
  readonly cutButtons: number;
  /** Acts of the page that were refused, by kind: of the browser, and of requests. */
  readonly refused: Readonly<Record<string, number>>;
  readonly ended: TraversalEnd;
  /** Requests that went to the site. */
  readonly requests: number;
  /** Wall clock from the first load to the end of the browser, its start included. */
  readonly seconds: number;
  /** Loads and presses in order, each with the number of its new addresses. */
  readonly trace: readonly string[];
}

export interface PageRunOptions extends Partial<TraversalSettings> {
  /** An answer that is not requested; undefined: it is. */
  readonly answerFor?: (url: string) => PageAnswer | undefined;
  /** False: every load asks the site again. */
  readonly isRecorded?: boolean;
  /** Where addresses go instead of `found`; it answers whether the address was unknown. */
  readonly store?: (url: string) => boolean;
  /** Hears of each answer that the site gave. */
  readonly onAnswer?: (url: string, body: Uint8Array) => void;
  /** The document after the first load. */
  readonly onLoaded?: (html: string) => void;
  readonly onPress?: (driver: PageDriver) => void;
}

const forgetful: AnswerRecord = { get: () => Promise.resolve(undefined), put: () => Promise.resolve() };

/** Traverses pages of loopback sites as `orbweaver traverse` does, in this process. */
export class PageRuns {
  readonly #spec: ResolvedSpec;
  readonly #fetcher: Awaited<ReturnType<typeof openLocalFetcher>>;
  readonly #browsers: Browsers;

  private constructor(spec: ResolvedSpec, fetcher: Awaited<ReturnType<typeof openLocalFetcher>>, browsers: Browsers) {
    this.#browsers = browsers;
    this.#spec = spec;
    this.#fetcher = fetcher;
  }

  static async open(origin: string, browsers = openBrowsers({ processes: localProcesses() })): Promise<PageRuns> {
    const spec = resolveSpec([readSpec({ delayMs: 0, sites: [{ url: origin }] }, path => path.join('.'))]);
    return new PageRuns(spec, await openLocalFetcher(spec), browsers);
  }

  async close(): Promise<void> {
    await this.#browsers.close();
    await this.#fetcher.close();
  }

  async run(url: string, options: PageRunOptions = {}): Promise<PageRun> {
    const { fetcher, identity } = { fetcher: this.#fetcher, identity: requestIdentityOf(this.#spec) };
    const told = async (request: FetchRequest) => {
      const answer = await fetcher.fetch(request);
      if (answer.kind === 'answered' && answer.status === 200) options.onAnswer?.(request.address, answer.body);
      return answer;
    };
    const record = options.isRecorded === false ? forgetful : new MemoryRecord();
    const answers = new PoliteAnswers({
      ...{ clock: localClock(), identity, delayMs: 0, robots: robotsPolicyNamed('obey'), record },
      fetcher: { fetch: told, close: () => Promise.resolve() },
    });
    const lines = new HostLines(localClock());
    const settings = { ...traversalDefaults, ...options };
    const answer: AnswerPage = async request =>
      options.answerFor?.(request.address) ?? (await answers.answer(request, lines));
    const driver = openPageDriver(
      {
        ...{ url, userAgent: identity.userAgent, answer, buttons: settings.buttons },
        ...{ loadMs: 5_000, windowMs: 500, idleMs: 15_000 },
      },
      this.#browsers,
    );
    const trace: string[] = [];
    const found = new Set<string>();
    const add = async (addresses: readonly FoundAddress[]) =>
      addresses.map(each => {
        if (options.store !== undefined) return options.store(each.url);
        const isNew = each.url !== url && !found.has(each.url);
        if (isNew) found.add(each.url);
        return isNew;
      });
    const promoted = async (pattern: Parameters<typeof followPattern>[0]) => {
      if (!settings.wholeLists) await followPattern(pattern, answer, url, add);
    };
    const begun = performance.now();
    const traversal = new Traversal(traced(driver, trace, options), { found: add, promoted }, settings);
    try {
      let ended: TraversalEnd | undefined;
      while (ended === undefined) ended = await traversal.step();
      await driver.close();
      const { clicks, loads, breakdowns, refusedButtons, cutButtons } = traversal.report();
      const refused = Object.fromEntries([...driver.refused, ...answers.refused]);
      const seconds = (performance.now() - begun) / 1_000;
      return {
        ...{
          found: [...found],
          clicks,
          loads,
          breakdowns,
          refusedButtons,
          cutButtons,
          refused,
          states: traversal.graph.size,
        },
        ...{ ended, requests: answers.asked, seconds, trace },
      };
    } finally {
      await driver.close();
    }
  }
}

/** Notes what is done, and what came of it. */
function traced(driver: PageDriver, trace: string[], { onLoaded, onPress }: PageRunOptions): TraversalDriver {
  const note = (what: string, answer: DriverAnswer | Observation) => {
    const came = answer.kind === 'broken' ? answer.why : '';
    const found = answer.kind === 'observed' ? answer.late.found : answer.kind === 'broken' ? [] : answer.arrival.found;
    trace.push(`${what} ${answer.kind} ${came}${found.length}`);
  };
  return {
    observe: async () => {
      const answer = await driver.observe();
      note('observe', answer);
      if (onLoaded !== undefined && answer.kind !== 'broken') onLoaded((await driver.html()) ?? '');
      return answer;
    },
    load: async late => {
      const answer = await driver.load(late);
      note('load', answer);
      return answer;
    },
    press: async request => {
      const answer = await driver.press(request);
      note(`${request.key}*${request.times}`, answer);
      onPress?.(driver);
      return answer;
    },
    neverCut: lists => driver.neverCut(lists),
  };
}
