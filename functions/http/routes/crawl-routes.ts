import { createHash } from 'node:crypto';
import type { CrawlOrder, CrawlRecord, ResumeOrder } from '../../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../../shared/domain/spec/crawl-kind.ts';
import { needsBrowser } from '../../../shared/domain/spec/crawl-spec.ts';
import { givenSettings, givenSpec } from '../../../shared/domain/spec/resolve/given-spec.ts';
import { partFaults } from '../../../shared/domain/spec/resolve/part-faults.ts';
import { changedSpec, isLimitedLate, type ResumeChanges } from '../../../shared/domain/spec/resolve/resume-changes.ts';
import { mostInlineSites } from '../../../shared/domain/spec/site-count.ts';
import type { FilesBehind, HttpPorts, StartOrder } from '../../../shared/place/crawl-service.ts';
import { crawlsOfPage, cursorOf, isCount, rowsOfPage } from '../../../shared/place/pages.ts';
import { usageSoFar } from '../../../shared/report/crawl-usage.ts';
import type { SiteProgress } from '../../../shared/report/progress.ts';
import { demandMendable } from '../../../shared/steps/life/mended-start.ts';
import { costOf } from '../request/crawl-cost.ts';
import { part, type ValuesOf } from '../request/fields.ts';
import { notFound, Problem, toldRefusal } from '../request/problem.ts';
import { nameSchema, readJson, readOrder, readValue, refusedSettings, resumeSchema } from '../request/read-request.ts';
import { type Asked, type Asking, bodyOf, type Route, route, specBody } from '../request/route.ts';
import { crawlLine, crawlStateOf, crawlStates, crawlView, isDeleting } from '../views/crawl-view.ts';
import { sitesShown } from '../views/shown-sites.ts';

/** A crawl, or that of a watch. */
type Subject = Pick<Asking<unknown>, 'ports' | 'context'>;

/** Ids are UUIDs or names of directories; a table refuses a key that is much longer. */
const longestId = 255;

/** A crawl of the caller's. Throws `missing`, a 404, for any other id. */
export async function ownCrawl(
  ports: HttpPorts,
  context: Asked,
  missing = notFound(),
  id = context.req.param('id') ?? '',
): Promise<{ record: CrawlRecord; row: CrawlRow | undefined }> {
  const record = id.length > longestId ? undefined : await ports.registry.read(id);
  if (record === undefined || record.owner !== context.env.owner) throw missing;
  return { record, row: await ports.store.readCrawl(record.id) };
}

/** One of which nothing is deleted yet: what is read is whole, and what is written stays. */
export const readableCrawl: typeof shownCrawl = async (...args) => {
  const found = await shownCrawl(...args);
  const { failure } = found.record;
  if (failure !== undefined && isDeleting(failure)) throw new Problem(409, failure);
  return found;
};

/** A crawl whose state can be read, or that has not begun. Throws a `Problem` that says what is damaged. */
export async function shownCrawl(
  ports: HttpPorts,
  context: Asked,
  missing = notFound(),
  id?: string,
): ReturnType<typeof ownCrawl> {
  const found = await ownCrawl(ports, context, missing, id);
  const { failure } = found.record;
  if (found.row === undefined && failure !== undefined) throw new Problem(409, failure);
  return found;
}

/** The parameters of a list of crawls or of watches. */
export const ownQuery = part<string | undefined>(crawlsOfPage, undefined, isListPosition);
export const startHeaders = { 'Idempotency-Key': 'A repeat with the same key starts nothing new.' };

/** A crawl and its life. */
export const crawlRoutes: readonly Route[] = [
  route('POST /crawls', 'Starts a crawl.', {
    headers: startHeaders,
    body: specBody('A spec; or one without `sites`, and `sitesFrom`, the name that POST /uploads gave.', () => ({
      sitesFrom: { type: 'string' },
    })),
    answers: {
      202: 'Accepted; `Location` is the crawl.',
      409: 'The crawl of the key was deleted, or `since` has no results.',
      422: 'The key came with another request.',
    },
    handle: async ({ ports, context, body }) => {
      const given = await body();
      return await startRun(ports, context, given, await orderOf(ports, context, given));
    },
  }),
  route('GET /crawls', 'Lists your crawls, newest first.', {
    query: ownQuery,
    answers: { 200: 'Some crawls, and `next`.' },
    handle: async ({ query, ports, context }) => {
      const { lines, next } = await ownLines(ports, context, query, crawlLine);
      return { crawls: lines, ...next };
    },
  }),
  route(
    'GET /crawls/{id}',
    `Shows a crawl: state (${crawlStates.join(', ')}), pages by outcome, rate, cost; its sites in parts. An interrupted crawl has no process and no results yet: a resume continues it, and orbweaver remote unload writes results that are too large for a function of the account.`,
    {
      query: part(rowsOfPage, 0, isCount),
      answers: { 200: 'The crawl.' },
      of: ownCrawl,
      handle: async ({ own: { record, row }, query: { limit: most, cursor: after }, ports }) =>
        await showWhole(ports, record, row, { after, most }),
    },
  ),
  route('GET /crawls/{id}/spec', 'Gives the spec of a crawl, without defaults, as POST /crawls takes it.', {
    answers: {
      200: '`spec`; `sitesLeftOut` counts the sites of a list that is too long for a request.',
      409: 'It has not begun.',
    },
    of: ownCrawl,
    /** The spec as a request would give it, so that a person can start such a crawl again. A list too long for a request is left out. */
    handle: async ({ own: { row } }) => {
      if (row === undefined) throw new Problem(409, [refusal('never-begun')]);
      // Where an earlier crawl lies on this machine is no setting of another crawl.
      const { since: _, ...spec } = row.spec;
      const count = spec.sites.length;
      return count > mostInlineSites ? { spec: givenSettings(spec), sitesLeftOut: count } : { spec: givenSpec(spec) };
    },
  }),
  route('POST /crawls/{id}/stop', 'Stops a crawl; its results so far are written.', {
    answers: { 202: 'Asked for.', 409: 'It has not begun, or nothing works on it.' },
    handle: stopCrawl,
  }),
  route('POST /crawls/{id}/resume', 'Continues a crawl, with larger limits where they are given.', {
    body: bodyOf(
      'Limits, a delay, other start pages of sites that gave no page, and whether what failed is requested again.',
      resumeSchema,
    ),
    answers: { 202: 'Accepted.', 409: 'The crawl is not at rest.' },
    handle: resumeCrawl,
  }),
  route('PATCH /crawls/{id}', 'Gives a crawl a name, whatever it does; a place may write it into `crawl.json` later.', {
    body: bodyOf('The name.', nameSchema),
    answers: { 200: 'Named.', 409: 'It has not begun, or its files are damaged.' },
    of: readableCrawl,
    handle: async ({ own: { record }, body, ports }) => {
      const { name } = await body();
      if (!(await ports.names.nameCrawl(record.id, name))) throw new Problem(409, [refusal('never-begun')]);
      return { id: record.id, name };
    },
  }),
  route('DELETE /crawls/{id}', 'Deletes a crawl that is at rest, with its rows and results.', {
    answers: {
      202: 'Rows or files are left, and a state machine deletes them. `removed` counts what this request has removed.',
      204: 'Deleted.',
      409: 'The crawl runs.',
    },
    handle: deleteCrawl,
  }),
];

/** The crawl that a request requests. */
export async function orderOf(ports: HttpPorts, context: Asked, body: object): Promise<StartOrder> {
  const order = await readOrder(body, context.env.owner, new URL(context.req.url).host, ports.service);
  if (order.spec.since !== undefined) await demandFinished(ports, context, order.spec.since);
  return order;
}

/** An earlier crawl of the caller. */
async function demandFinished(ports: HttpPorts, context: Asked, id: string): Promise<void> {
  const { record, row } = await readableCrawl(ports, context, undefined, id);
  if (record.queued || row?.state !== 'finished') throw new Problem(409, [refusal('no-results')]);
}

/** Starts it, once for an Idempotency-Key. */
export async function startRun(ports: HttpPorts, context: Asked, body: object, order: StartOrder): Promise<Response> {
  const { owner } = context.env;
  const id = await ports.service.newId(order);
  const key = idempotencyKey(context);
  const request = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const record: CrawlRecord = { id, owner, createdAt: ports.clock.now(), run: 1, queued: true };
  const created = await ports.registry.create(record, key === undefined ? undefined : { key, request });
  if (created.kind === 'created') {
    await beginOrForget(ports, record, order, key !== undefined);
    return accepted(context, id);
  }
  if (!created.sameRequest)
    throw new Problem(422, [refusedValue('Idempotency-Key', undefined, allowance('key-reused'))]);
  const first = await ports.registry.read(created.id);
  // A late repeat of a request brings nothing back.
  if (first === undefined || isDeleting(first.failure)) throw new Problem(409, [refusal('key-of-deleted')]);
  // The first request may have died between the record and the start.
  if (first.queued) await ports.service.begin(created.id, 1, order);
  return accepted(context, created.id);
}

/** A crawl that cannot be begun is forgotten, unless its caller has a key to come again with. */
async function beginOrForget(
  { service, registry }: HttpPorts,
  record: CrawlRecord,
  order: CrawlOrder,
  comesAgain: boolean,
): Promise<void> {
  try {
    await service.begin(record.id, record.run, order);
  } catch (error) {
    if (!comesAgain) await registry.remove(record);
    throw error;
  }
}

function accepted(context: Asked, id: string): Response {
  // Relative to the request: the app does not know below which path it is served.
  context.header('location', `crawls/${id}`);
  return context.json({ id, state: 'queued' }, 202);
}

function idempotencyKey(context: Asked): string | undefined {
  const key = context.req.header('idempotency-key');
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Problem(400, [refusedValue('Idempotency-Key', undefined, allowance('key-characters'))]);
}

/** A page of what the caller's crawls are shown as, without those of which `lineOf` gives nothing, and its `next`. */
export async function ownLines<Line extends object>(
  { registry, store }: Pick<HttpPorts, 'registry' | 'store'>,
  context: Asked,
  { limit: most, cursor }: ValuesOf<typeof ownQuery>,
  lineOf: (record: CrawlRecord, row: CrawlRow | undefined) => Line | undefined | Promise<Line | undefined>,
): Promise<{ readonly lines: readonly Line[]; readonly next: { readonly next?: string } }> {
  const { ids, next } = await registry.list(context.env.owner, most, cursor);
  const lines = await Promise.all(
    ids.map(async id => {
      const [record, row] = await Promise.all([registry.read(id), store.readCrawl(id)]);
      return record === undefined ? undefined : await lineOf(record, row);
    }),
  );
  return {
    lines: lines.filter(line => line !== undefined),
    next: next === undefined ? {} : { next: cursorOf(next) },
  };
}

/** As the registries give them: each begins with the instant of a crawl. */
function isListPosition(value: unknown): value is string {
  return typeof value === 'string' && /^\d.{0,350}$/.test(value);
}

/** A crawl as GET shows it and as events say it, with some of its sites. */
export async function showWhole(
  ports: HttpPorts,
  record: CrawlRecord,
  row: CrawlRow | undefined,
  page: { readonly after: number; readonly most: number } = { after: 0, most: rowsOfPage.usual },
): Promise<object> {
  const shownSites = await sitesShown(ports, record, row, page);
  const cost = costOf(usageSoFar(shownSites.sums, needsBrowser(row?.spec ?? {})), ports);
  const live = row === undefined ? undefined : await ports.service.liveWork?.(record.id);
  const now = ports.clock.now();
  const { crawl, sites: shown, next } = crawlView(record, row, shownSites, { now, cost, live });
  const sites = await withLevels(ports, record, row, shown);
  const behind = row?.state === 'finished' ? ports.service.rewrites?.state(record.id) : undefined;
  return {
    ...crawl,
    ...(behind !== undefined && { filesBehind: toldBehind(behind) }),
    ...(sites !== undefined && { sites }),
    ...(next !== undefined && { next: cursorOf(next) }),
  };
}

function toldBehind(behind: FilesBehind): object {
  return behind.state === 'failed' ? { ...behind, why: behind.why.map(toldRefusal) } : behind;
}

/** The outcomes of each level of a site are known when its results are written; until then, the sums of the site are. */
async function withLevels(
  { service }: HttpPorts,
  { id, run, queued }: CrawlRecord,
  row: CrawlRow | undefined,
  sites: readonly SiteProgress[] | undefined,
): Promise<readonly object[] | undefined> {
  if (sites === undefined || queued || row?.state !== 'finished') return sites;
  const numbers = sites.map(({ number }) => number);
  const found = await service.sitesFound(id, run, numbers);
  return sites.map(site => {
    const levels = found.get(site.number)?.levels;
    return levels === undefined ? site : { ...site, levels };
  });
}

export async function stopCrawl({ ports, context }: Subject): Promise<object> {
  const { record, row } = await ownCrawl(ports, context);
  // A resume clears every stop that was requested before it begins.
  if (record.queued && (row === undefined || record.run > 1)) throw new Problem(409, [refusal('not-begun')]);
  if (record.failure !== undefined) throw new Problem(409, [refusal('nothing-to-stop'), ...record.failure]);
  await ports.store.requestStop(record.id, { reason: 'stopped' });
  return { id: record.id, state: crawlStateOf(record, await ports.store.readCrawl(record.id)) };
}

/** A request names the changes as the spec does. */
const fieldNames = {
  limit: 'limit',
  siteLimit: 'siteLimit',
  timeLimitSeconds: 'timeLimitSeconds',
  maxLevel: 'maxLevel',
  delayMs: 'delayMs',
  timeoutSeconds: 'timeoutSeconds',
  maxPageBytes: 'maxPageBytes',
  starts: 'starts',
};

export async function resumeCrawl({ ports, context }: Subject): Promise<Response> {
  const { record, row } = await ownCrawl(ports, context);
  const { retryFailed = false, allowHosts = [], ...given } = readValue(resumeSchema, await readJson(context.req.raw));
  const raise = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as ResumeChanges;
  const refused = refusedSettings({ allowHosts }, ports.service);
  if (refused.length > 0) throw new BadInput(refused);
  const hosts = allowHosts.length === 0 ? {} : { allowHosts };
  const order: ResumeOrder = { kind: 'resume', raise, ...(retryFailed && { retryFailed }), ...hosts };
  if (retryFailed) demandRetries(ports, record, row);
  if (row !== undefined && record.queued && record.run > 1) return await beginAgain(ports, record, row, order);
  demandAtRest(record, row);
  const changed = changedSpec(row.spec, raise, fieldNames);
  // Sites get their shares of what was not fetched: nothing may be under way.
  if (ports.service.turnsOutlastRuns === true && row.state === 'running' && isLimitedLate(row.spec, changed))
    throw new Problem(409, [refusal('limit-under-way')]);
  if (raise.starts !== undefined) demandMendable(await ports.store.readSites(record.id), row.spec, changed);
  const missing = partFaults(changed, key => key, ports.service.deployedParts);
  if (missing.length > 0) throw new BadInput(missing);
  const run = await ports.service.nextRun(record.id, record.run);
  if (!(await ports.registry.startRun(record, run))) {
    const now = await ports.registry.read(record.id);
    const why = now === undefined || isDeleting(now.failure) ? 'deleted-meanwhile' : 'resumed-already';
    throw new Problem(409, [refusal(why)]);
  }
  await ports.service.begin(record.id, run, order);
  return context.json({ id: record.id, state: 'queued' }, 202);
}

/**
 * An earlier request may have died after it reserved the run and before it began the run. Then only a later request can
 * begin that run.
 */
async function beginAgain(
  { service }: HttpPorts,
  { id, run }: CrawlRecord,
  { spec }: CrawlRow,
  order: ResumeOrder,
): Promise<never> {
  changedSpec(spec, order.raise, fieldNames);
  await service.begin(id, run, order);
  throw new Problem(409, [refusal('resumed-again')]);
}

/** Whether what failed can be requested again in this place, and of this crawl. */
function demandRetries({ service }: HttpPorts, { id }: CrawlRecord, row: CrawlRow | undefined): void {
  if (service.retriesFailed !== true)
    throw new BadInput([refusedValue('retryFailed', true, allowance('retry-elsewhere'))]);
  if (row === undefined) return;
  const { render = 'never', traverse = [] } = row.spec;
  if (kindOf(row.spec).name === 'watch') throw new BadInput([refusal('is-watch', { directory: id })]);
  if (needsBrowser({ render, traverse })) throw new BadInput([refusal('retry-unkept', { directory: id })]);
}

/** A run that failed may be resumed in any state: its state machine has ended. */
function demandAtRest(record: CrawlRecord, row: CrawlRow | undefined): asserts row is CrawlRow {
  if (row === undefined) throw new Problem(409, [refusal('never-begun')]);
  if (isDeleting(record.failure)) throw new Problem(409, record.failure!);
  if (record.failure !== undefined || (!record.queued && row.state === 'finished')) return;
  throw new Problem(409, [refusal('not-at-rest', { state: crawlStateOf(record, row) })]);
}

/** A crawl's 100,000 sites, the most it may have, are written in minutes: without a row after an hour it never begins. */
const longestQueuedMs = 3_600_000;

/** Its request died between the record and the start, and had no key to come again with. */
function isStranded({ queued, createdAt }: CrawlRecord, row: CrawlRow | undefined, now: number): boolean {
  return queued && row === undefined && now - createdAt > longestQueuedMs;
}

export async function deleteCrawl({ ports, context }: Subject): Promise<Response> {
  const { record, row } = await ownCrawl(ports, context);
  const atRest = record.failure !== undefined || (!record.queued && row?.state === 'finished');
  const isWatch = row !== undefined && kindOf(row.spec).name === 'watch';
  if (!atRest && !isStranded(record, row, ports.clock.now())) {
    const running = isWatch ? 'delete-watching' : 'delete-running';
    throw new Problem(409, [refusal(record.queued && row === undefined ? 'not-begun' : running)]);
  }
  const gone = await ports.service.removeFiles(record, row);
  if (gone === undefined) throw new Problem(409, [refusal(isWatch ? 'delete-watching' : 'delete-running')]);
  const detail = 'Some of it is deleted; a state machine deletes the rest, and GET counts it.';
  if (!gone.isDone) return context.json({ id: record.id, removed: gone.removed, detail }, 202);
  await ports.registry.remove(record);
  return context.body(null, 204);
}
