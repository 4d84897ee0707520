import type { FetchAnswer } from '../../../shared/domain/http/fetch-answer.ts';
import { hostOf } from '../../../shared/domain/url/scope.ts';
import type { Fetcher, FetchRequest } from '../../../shared/ports/request-ports.ts';
import type { Random } from './random.ts';
import { answerOf, type Behaviour, type SiteModel } from './site-model.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The client: one process, for one crawl. */
export interface Client {
  /** Every attempt of this process begins with it. */
  readonly name: string;
  readonly crawl: string;
  readonly monotonic: () => number;
  readonly isDead: () => boolean;
  /** Least time between two starts, as the crawl's spec says it. */
  readonly delayMs: number;
  readonly maxDownloads: number;
  /** Requests that this crawl is known to have made for an address, that which is asked included. */
  readonly attemptOf: (address: string) => number;
}

interface Host {
  readonly open: Map<number, { readonly client: Client; readonly attempt: string }>;
  last?: { readonly at: number; readonly client: Client; readonly url: string; readonly crawlDelayMs: number };
}

const longestAnswerMs = 30_000;

/**
 * The servers of all generated sites, on the network's side of the fetcher: they see when requests really begin and
 * end, and note every breach of politeness.
 */
/** The room that a body reserves before it is read. */
export const reservedBytes = 100_000;

export class FakeServers {
  readonly breaches: string[] = [];
  /** Requests by crawl and address. */
  readonly requests = new Map<string, number>();
  /** All requests in their order, with the instant at which they began. */
  readonly starts: { readonly at: number; readonly url: string }[] = [];
  private readonly time: VirtualTime;
  private readonly models: ReadonlyMap<string, SiteModel>;
  private readonly random: Random;
  private readonly hosts = new Map<string, Host>();
  private readonly holder: (host: string) => string;
  private count = 0;
  /** Hosts of which a client has requests open at once, at most. */
  mostHosts = 0;
  /** Hosts that answer no page any more from this instant on. */
  readonly downFrom = new Map<string, number>();

  /** `holder` tells whose lease a host's token holds. */
  constructor(
    time: VirtualTime,
    models: ReadonlyMap<string, SiteModel>,
    random: Random,
    holder: (host: string) => string,
  ) {
    this.time = time;
    this.models = models;
    this.random = random;
    this.holder = holder;
  }

  fetcherOf(client: Client): Fetcher {
    return { fetch: async request => await this.fetch(client, request), close: async () => undefined };
  }

  /** The requests of a process end with it. */
  cutOff(name: string): void {
    for (const { open } of this.hosts.values())
      for (const [id, { client }] of open) if (client.name === name) open.delete(id);
  }

  private async fetch(client: Client, request: FetchRequest): Promise<FetchAnswer> {
    const asked = this.time.now;
    await this.time.sleep(this.random.chance(0.5) ? 0 : this.random.int(1, 300));
    if (client.isDead()) return await new Promise<never>(() => undefined);
    const url = new URL(request.address);
    const id = this.begin(client, hostOf(url), request);
    request.onStart?.(client.monotonic());
    const model = this.models.get(url.origin);
    const answer = this.answer(client, model, url, request.purpose);
    const latency = request.purpose === 'robots' ? model?.robots.latencyMs : model?.pages.get(url.pathname)?.latencyMs;
    const takes = isTimeout(answer) ? longestAnswerMs : (latency ?? 5) + this.random.int(0, 20);
    if ((await request.admit?.(reservedBytes)) === false) return this.refused(client, hostOf(url), id, request.address);
    await this.time.sleep(Math.min(takes, asked + longestAnswerMs - this.time.now));
    if (client.isDead()) return await new Promise<never>(() => undefined);
    this.end(client, hostOf(url), id, request.address);
    return { ...answer, elapsedMs: this.time.now - asked };
  }

  /** There is no room for the body. */
  private refused(client: Client, name: string, id: number, address: string): FetchAnswer {
    this.end(client, name, id, address);
    return { kind: 'failed', reason: 'timeout', detail: 'There was no room for the body.', elapsedMs: 0 };
  }

  private begin(client: Client, name: string, { address, purpose }: FetchRequest): number {
    const host = this.hostNamed(name);
    const attempt = this.holder(name);
    const note = (text: string): number =>
      this.breaches.push(`${this.time.now}: ${address} by ${client.name}: ${text}`);
    if (!attempt.startsWith(`${client.name}#`)) note(`asks while the token of ${name} is held by "${attempt}"`);
    for (const other of host.open.values())
      if (other.attempt !== attempt) note(`asks while a request of ${other.attempt} is open`);
    if (host.open.size >= client.maxDownloads) note(`has ${host.open.size + 1} requests open`);
    const { last } = host;
    // robots.txt tells its delay; until it is read that of the spec counts.
    const delayMs = Math.max(last?.client.delayMs ?? 0, purpose === 'robots' ? 0 : (last?.crawlDelayMs ?? 0));
    if (last !== undefined && this.time.now - last.at < delayMs)
      note(`follows ${last.url} by ${last.client.name} after ${this.time.now - last.at} ms`);
    const model = this.models.get(new URL(address).origin);
    const { redirects = 0, elsewhere } = model?.robots ?? {};
    const isHop = purpose === 'robots' && (elsewhere !== undefined || !address.endsWith(robotsPath(redirects)));
    const crawlDelayMs = isHop ? 0 : (model?.crawlDelayMs ?? 0);
    host.last = { at: this.time.now, client, url: address, crawlDelayMs };
    this.count += 1;
    host.open.set(this.count, { client, attempt });
    this.mostHosts = Math.max(this.mostHosts, this.hostsOf(client));
    const key = `${client.crawl} ${address}`;
    this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
    this.starts.push({ at: this.time.now, url: address });
    return this.count;
  }

  private end(client: Client, name: string, id: number, url: string): void {
    const { open } = this.hostNamed(name);
    const attempt = open.get(id)?.attempt ?? '';
    open.delete(id);
    if (this.holder(name) !== attempt)
      this.breaches.push(`${this.time.now}: ${url} by ${client.name}: outlives its lease ${attempt}`);
  }

  private hostsOf({ name, crawl }: Client): number {
    const isIts = (host: Host): boolean =>
      [...host.open.values()].some(({ client }) => client.name === name && client.crawl === crawl);
    return [...this.hosts.values()].filter(isIts).length;
  }

  private hostNamed(name: string): Host {
    const known = this.hosts.get(name);
    if (known !== undefined) return known;
    const host: Host = { open: new Map() };
    this.hosts.set(name, host);
    return host;
  }

  private answer(
    client: Client,
    model: SiteModel | undefined,
    url: URL,
    purpose: FetchRequest['purpose'],
  ): FetchAnswer {
    const down = (this.downFrom.get(hostOf(url)) ?? Number.POSITIVE_INFINITY) <= this.time.now;
    if (model === undefined || down) return answerFrom({ kind: 'no-answer', reason: 'network' });
    if (purpose === 'robots') return robotsAnswer(model, url);
    return answerFrom(answerOf(model, url.pathname, client.attemptOf(url.href)));
  }
}

function robotsPath(hop: number): string {
  return hop === 0 ? '/robots.txt' : `/robots-${hop}`;
}

function robotsAnswer({ robots }: SiteModel, { pathname }: URL): FetchAnswer {
  const hop = pathname === '/robots.txt' ? 0 : Number(pathname.slice('/robots-'.length));
  if (hop < robots.redirects) return answerFrom({ kind: 'redirect', status: 302, location: robotsPath(hop + 1) });
  if (robots.elsewhere !== undefined)
    return answerFrom({ kind: 'redirect', status: 301, location: `${robots.elsewhere}/robots.txt` });
  return { ...emptyAnswer, status: robots.status, body: Buffer.from(robots.text) };
}

const emptyAnswer = {
  kind: 'answered',
  contentType: 'text/html',
  body: Buffer.alloc(0),
  truncated: false,
  elapsedMs: 0,
} as const;

function answerFrom(behaviour: Behaviour): FetchAnswer {
  switch (behaviour.kind) {
    case 'page':
      return { ...emptyAnswer, status: 200, body: Buffer.from(behaviour.body) };
    case 'redirect':
      return { ...emptyAnswer, status: behaviour.status, location: behaviour.location };
    case 'status': {
      const { status, retryAfterMs } = behaviour;
      return { ...emptyAnswer, status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    }
    case 'no-answer':
      return { kind: 'failed', reason: behaviour.reason, detail: 'simulated', elapsedMs: 0 };
  }
}

function isTimeout(answer: FetchAnswer): boolean {
  return answer.kind === 'failed' && answer.reason === 'timeout';
}
