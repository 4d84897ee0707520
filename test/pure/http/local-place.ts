/** A place for the HTTP app: registry in memory, each crawl in an SQLite file, results as the test gives them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpApp } from '../../../functions/http/http-app.ts';
import { openApi } from '../../../functions/http/open-api/open-api.ts';
import { joinSites } from '../../../functions/http/request/change-sites.ts';
import { type LocalState, openLocalState } from '../../../shared/adapters/local/open.ts';
import type { CrawlOrder, CrawlRecord, StoredFile } from '../../../shared/domain/protocol/crawl-record.ts';
import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type {
  CrawlService,
  HttpPorts,
  LinkViews,
  ResultDownload,
  SiteFound,
  SiteLevel,
} from '../../../shared/place/crawl-service.ts';
import { linkDomains } from '../../../shared/place/link-domains.ts';
import type { CrawlRegistry } from '../../../shared/ports/ports.ts';
import { startCrawl } from '../../../shared/steps/life/start-crawl.ts';
import { budgeted } from '../steps/budgeted.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

interface Described {
  readonly paths: Record<string, Record<string, { readonly responses: object } | undefined>>;
}

const { paths } = openApi(undefined) as Described;

/** Statuses of the route that the request is for; undefined where it is for none. */
function describedAnswers({ method, url }: Request): readonly string[] | undefined {
  const { pathname } = new URL(url);
  const isFor = (path: string): boolean =>
    new RegExp(`^${path.replace('{name}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
  const path = Object.keys(paths).find(each => isFor(each) && paths[each]?.[method.toLowerCase()] !== undefined);
  const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()];
  return operation === undefined ? undefined : Object.keys(operation.responses);
}

export class LocalPlace {
  readonly begun: { readonly crawl: string; readonly run: number; readonly order: CrawlOrder }[] = [];
  readonly errors: unknown[] = [];
  readonly uploads = new Set<string>();
  /** Content of every upload. */
  uploaded = '';
  /** Parts of the list of results, and the files' contents. */
  results: readonly (readonly StoredFile[])[] = [];
  readonly contents = new Map<string, string>();
  readonly found = new Map<number, SiteFound>();
  /** Absent where the place compares no crawls. */
  compare: CrawlService['compare'];
  /** Counts while a crawl runs. */
  levelsSoFar: readonly SiteLevel[] = [];
  /** Whether events go on. */
  isLive = false;
  /** Whether others work on turns of a run that failed. */
  turnsOutlastRuns: true | undefined;
  retriesFailed: true | undefined;
  /** Whether requests may name private hosts. */
  isOwnMachine = false;
  /** Parts of plugins that the place was deployed with. */
  deployedParts: CrawlService['deployedParts'] = { robots: [], finish: [], writers: [], analyzers: [] };
  unloadedUrls = Number.POSITIVE_INFINITY;
  /** Where the addresses of files lead to. */
  filesOrigin = 'https://files.example';
  /** Thrown by the next start. */
  failNextBegin: Error | undefined;
  /** Thrown where a crawl is read. */
  failLook: Error | undefined;
  now = Date.parse('2026-01-01T00:00:00Z');
  readonly records = new Map<string, CrawlRecord>();
  private readonly folder = mkdtempSync(join(tmpdir(), 'orbweaver-http-'));
  private readonly states = new Map<string, LocalState>();
  private readonly app: ReturnType<typeof createHttpApp>;
  private readonly ended = new Set<string>();
  private readonly sortsLinks: boolean;
  private ids = 0;
  /** In place of the store's. */
  schedule: HttpPorts['schedule'] | undefined;
  /** Crawls that were read. */
  looks = 0;
  /** Bytes of result files that were asked for. */
  bytesRead = 0;

  /** `sortsLinks`: the place has other orders of links than that of keys. */
  constructor({ sortsLinks = true } = {}) {
    this.sortsLinks = sortsLinks;
    process.env['ORBWEAVER_STATE'] = join(this.folder, 'state');
    this.app = createHttpApp(this.ports(), error => this.errors.push(error));
  }

  /** One request of `owner`; `body` as JSON, or as the text it is. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    { owner = 'account:1', headers = {} }: { owner?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const request = new Request(`https://api.example.com${path}`, { method, headers, body: text });
    const answer = await this.answer(request, owner);
    const read = await answer.text();
    return { status: answer.status, headers: answer.headers, body: read === '' ? {} : JSON.parse(read) };
  }

  /** Throws where the answer is none that the OpenAPI document describes, but for what no request is to blame for (5xx). */
  async answer(request: Request, owner: string): Promise<Response> {
    const answer = await this.app.fetch(request, { owner });
    const described = describedAnswers(request);
    if (described !== undefined && answer.status < 500 && !described.includes(String(answer.status)))
      throw new Error(`${request.method} ${request.url} answers ${answer.status}; described are ${described}`);
    return answer;
  }

  /** The state of a crawl that is seeded. */
  state(id: string): LocalState {
    const state = this.states.get(id);
    if (state === undefined) throw new Error(`crawl ${id} is not seeded`);
    return state;
  }

  /** Method and path of each route. */
  get routes(): readonly string[] {
    const own = this.app.routes.filter(({ method }) => method !== 'ALL');
    return own.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`);
  }

  /** A crawl that is seeded, and its id. */
  async started(spec: object = { sites: [{ url: 'https://example.org/' }] }, owner = 'account:1'): Promise<string> {
    const { body } = await this.call('POST', '/crawls', spec, { owner });
    const id = String(body['id']);
    await this.seed(id);
    return id;
  }

  /** The work of the state machine on an order that was begun. */
  async seed(id: string): Promise<void> {
    const order = this.begun.find(({ crawl }) => crawl === id)?.order;
    if (order?.kind !== 'start') throw new Error(`crawl ${id} was not begun`);
    const spec = resolveSpec([{ spec: order.spec, nameOf: () => '' }], this.deployedParts);
    const state = openLocalState(join(this.folder, id));
    this.states.set(id, state);
    const queue = { send: async () => undefined };
    await startCrawl(budgeted({ ...state, queue }), id, createCrawlRules(spec));
    this.records.set(id, { ...this.records.get(id)!, queued: false });
  }

  /** A crawl that was stopped, with its results written, as its row tells. */
  async finished(spec?: object, owner?: string): Promise<string> {
    const id = await this.started(spec, owner);
    this.end(id);
    return id;
  }

  end(id: string): void {
    this.ended.add(id);
  }

  close(): void {
    for (const state of this.states.values()) state.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private ports(): HttpPorts {
    const store = (id: string) => this.states.get(id)?.store;
    return {
      clock: {
        now: () => this.now,
        monotonic: () => this.now,
        sleep: async (ms, signal) => await this.sleep(ms, signal),
      },
      ids: {
        next: () => this.nextId(),
        fraction: () => 0.5,
      },
      store: {
        readCrawl: async id => {
          this.looks += 1;
          if (this.failLook !== undefined) throw this.failLook;
          const row = await store(id)?.readCrawl(id);
          if (row === undefined || !this.ended.has(id)) return row;
          return { ...row, state: 'finished', finishReason: 'stopped', finishedAt: this.now };
        },
        readSites: async id => (await store(id)?.readSites(id)) ?? [],
        readSitesAfter: async (id, after, most) => (await store(id)?.readSitesAfter(id, after, most)) ?? [],
        readSite: async (id, site) => await store(id)?.readSite(id, site),
        readLap: async id => await store(id)?.readLap(id),
        requestStop: async (id, stop) => (await store(id)?.requestStop(id, stop)) ?? false,
      },
      links: {
        listLinks: async (id, kind, query) => (await store(id)?.listLinks(id, kind, query)) ?? { links: [] },
        deleteLinks: async (id, kind, links) => (await store(id)?.deleteLinks(id, kind, links)) ?? 0,
        restoreLinks: async (id, kind, links) => (await store(id)?.restoreLinks(id, kind, links)) ?? 0,
      },
      ...(this.sortsLinks && { linkViews: this.linkViews() }),
      schedule: {
        readSchedule: async id => await (this.schedule ?? store(id))?.readSchedule(id),
        readChoices: async (id, after, most) =>
          (await (this.schedule ?? store(id))?.readChoices(id, after, most)) ?? [],
        readRewards: async (id, site, skip) => (await (this.schedule ?? store(id))?.readRewards(id, site, skip)) ?? [],
      },
      names: { nameCrawl: async (id, name) => (await store(id)?.nameCrawl(id, name)) ?? false },
      sites: {
        add: async (id, sites) => {
          const state = this.states.get(id)!;
          return await joinSites(state, (await state.store.readCrawl(id))!, sites);
        },
        remove: async (id, site) => (await store(id)?.removeSite(id, site)) ?? false,
      },
      registry: this.registry(),
      service: this.service(),
    };
  }

  private linkViews(): LinkViews {
    const store = (id: string) => this.state(id).store;
    return {
      sortedLinks: async (id, kind, query) => await store(id).sortedLinks(id, kind, query),
      linkTotals: async (id, kind, filter, most) => await store(id).linkTotals(id, kind, filter, most),
      linkDomains: async (id, filter, most) =>
        await linkDomains(async query => await store(id).listLinks(id, 'external', query), filter, most),
    };
  }

  /** Moves the clock, and lets others go on. */
  private async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await new Promise(resolve => setImmediate(resolve));
    if (signal?.aborted !== true) this.now += ms;
  }

  private nextId(): string {
    this.ids += 1;
    return `00000000-0000-4000-8000-${String(this.ids).padStart(12, '0')}`;
  }

  private download(crawl: string, name: string): ResultDownload | undefined {
    const content = this.contents.get(name);
    if (content === undefined) return undefined;
    if (!this.isLive) return { kind: 'elsewhere', url: `${this.filesOrigin}/${crawl}/${name}?X-Amz-Expires=900` };
    return { kind: 'stream', sizeBytes: Buffer.byteLength(content), body: new Blob([content]).stream() };
  }

  private registry(): CrawlRegistry {
    const once = new Map<string, { readonly id: string; readonly request: string }>();
    return {
      create: async (record, asked) => {
        const key = `${record.owner} ${asked?.key}`;
        const earlier = asked === undefined ? undefined : once.get(key);
        if (earlier !== undefined)
          return { kind: 'exists', id: earlier.id, sameRequest: earlier.request === asked?.request };
        if (asked !== undefined) once.set(key, { id: record.id, request: asked.request });
        this.records.set(record.id, record);
        return { kind: 'created' };
      },
      read: async id => this.records.get(id),
      list: async (owner, most, cursor) => {
        const ids = [...this.records.values()].filter(record => record.owner === owner).map(({ id }) => id);
        const after = ids.reverse().slice(cursor === undefined ? 0 : ids.indexOf(cursor) + 1);
        const shown = after.slice(0, most);
        return { ids: shown, ...(after.length > most && { next: shown.at(-1)! }) };
      },
      startRun: async ({ id, run }, next) => {
        const { failure: _, ...record } = this.records.get(id)!;
        if (record.run !== run) return false;
        this.records.set(id, { ...record, run: next, queued: true });
        return true;
      },
      remove: async ({ id }) => void this.records.delete(id),
    };
  }

  private service(): CrawlService {
    const place = this;
    return {
      get turnsOutlastRuns() {
        return place.turnsOutlastRuns as true;
      },
      get retriesFailed() {
        return place.retriesFailed as true;
      },
      get isLive() {
        return place.isLive;
      },
      get allowsPrivateHosts() {
        return place.isOwnMachine;
      },
      // As other places have no such method, `undefined` stands for it.
      get compare() {
        return place.compare as NonNullable<CrawlService['compare']>;
      },
      startsWatches: true,
      get deployedParts() {
        return place.deployedParts;
      },
      get unloadedUrls() {
        return place.unloadedUrls;
      },
      newId: async () => this.nextId(),
      nextRun: async (_, last) => last + 1,
      begin: async (crawl, run, order) => {
        const error = this.failNextBegin;
        this.failNextBegin = undefined;
        if (error !== undefined) throw error;
        this.begun.push({ crawl, run, order });
      },
      results: async (_, __, part) => this.results[part],
      sitesFound: async (_, __, sites) => new Map([...this.found].filter(([site]) => sites.includes(site))),
      levelsSoFar: async (_, site) => this.levelsSoFar.filter(level => site === undefined || level.site === site),
      downloadUrl: async (crawl, name) => `${this.filesOrigin}/${crawl}/${name}?X-Amz-Expires=900`,
      download: async (crawl, name) => this.download(crawl, name),
      uploadUrl: async (upload, sizeBytes) => `${this.filesOrigin}/uploads/${upload}?size=${sizeBytes}`,
      hasUpload: async upload => this.uploads.has(upload),
      readUpload: async () => Buffer.from(this.uploaded),
      readResult: async (_, name, from, most) => {
        const content = this.contents.get(name);
        if (content !== undefined) this.bytesRead += most;
        return content === undefined ? undefined : Buffer.from(content).subarray(from, from + most);
      },
      removeFiles: async () => ({ removed: 0, isDone: true }),
      lacksPicture: crawl => refusal('no-graph-sample', { command: `orbweaver export ${crawl}` }),
      dollars: ({ writeUnit }) => writeUnit / 1_000_000,
      isPrivate: ({ hostname }) => hostname === '127.0.0.1' || hostname.endsWith('.internal'),
    };
  }
}

/** Codes of the refusals that a problem has. */
export function codesOf(body: Readonly<Record<string, unknown>>): readonly string[] {
  return (body['errors'] as readonly { readonly code: string }[]).map(({ code }) => code);
}
