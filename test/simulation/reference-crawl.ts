/**
 * A sequential breadth-first crawler, one page after the other, written without any part of the product: what a crawl
 * of a generated site must come to, whatever happened on the way. Queues are plain lists, nothing can fail, and links
 * are taken from the model instead of from the bytes.
 */
import { answerOf, type Behaviour, type SiteModel } from './world/site-model.ts';

export interface ReferenceUrl {
  readonly level: number;
  readonly foundOn: string;
  /** `node`, `redirect <kept url>`, `duplicate <owner>` or `skipped <reason>`. */
  readonly outcome: string;
}

interface ReferenceOptions {
  readonly duplicates: 'merge' | 'keep';
  readonly maxLevel: number;
  /** Pages with a final outcome after a request. */
  readonly budget: number;
  /** Paths of pages that nobody can read. */
  readonly killers?: ReadonlySet<string>;
  /** Origins that are one site; absent: that of the start address is the site. */
  readonly origins?: ReadonlySet<string>;
}

interface Entry {
  readonly url: string;
  readonly address: string;
  readonly attempt: number;
  readonly via: readonly string[];
  readonly foundOn: string;
}

const maxAttempts = 3;
const maxRedirects = 10;

export function referenceCrawl(
  models: ReadonlyMap<string, SiteModel>,
  start: string,
  options: ReferenceOptions,
): ReadonlyMap<string, ReferenceUrl> {
  return new ReferenceCrawl(models, start, options).run();
}

class ReferenceCrawl {
  private readonly models: ReadonlyMap<string, SiteModel>;
  private readonly options: ReferenceOptions;
  private origin: string;
  private used = 0;
  private readonly levels = new Map<string, { level: number; foundOn: string }>();
  private readonly outcomes = new Map<string, string>();
  private readonly redirects = new Map<string, string>();
  private readonly order: string[] = [];
  private readonly owners = new Map<string, string>();
  private readonly queues: Entry[][] = [];

  constructor(models: ReadonlyMap<string, SiteModel>, start: string, options: ReferenceOptions) {
    this.models = models;
    this.options = options;
    this.origin = new URL(start).origin;
    const url = identity(start);
    this.levels.set(url, { level: 0, foundOn: '' });
    this.queues.push([{ url, address: start, attempt: 1, via: [], foundOn: '' }]);
  }

  run(): ReadonlyMap<string, ReferenceUrl> {
    for (let level = 0; level <= this.options.maxLevel && level < this.queues.length; level += 1) {
      let round = this.queues[level]!;
      while (round.length > 0) {
        const next: Entry[] = [];
        for (const entry of round) {
          if (this.used >= this.options.budget) return this.result('page-budget');
          if (this.levels.get(entry.url)!.level < level) continue;
          this.visit(entry, level, next);
        }
        round = next;
      }
    }
    return this.result(undefined);
  }

  private visit(entry: Entry, level: number, next: Entry[]): void {
    const { url, address } = entry;
    const { origin, pathname } = new URL(address);
    this.order.push(url);
    const model = this.models.get(origin);
    if (model?.disallowed.some(path => pathname.startsWith(path))) {
      this.outcomes.set(url, 'skipped robots');
      return;
    }
    const answer: Behaviour =
      model === undefined ? { kind: 'no-answer', reason: 'network' } : answerOf(model, pathname, entry.attempt);
    if (answer.kind === 'redirect') this.redirect(entry, answer, level, next);
    else if (answer.kind === 'page') this.page(entry, answer, level);
    else this.failure(entry, answer, next);
  }

  private redirect(entry: Entry, { location }: { location: string }, level: number, next: Entry[]): void {
    const { url, address, via, attempt, foundOn } = entry;
    const target = new URL(location, address);
    if (target.href === address || via.includes(target.href) || via.length >= maxRedirects) {
      this.finish(url, 'skipped redirects');
      return;
    }
    if (level === 0 && !this.isOwn(target.origin)) this.origin = target.origin;
    const to = identity(target.href);
    const on = { url: to, address: target.href, via: [...via, address], foundOn };
    if (to === url) {
      next.push({ ...on, attempt });
      return;
    }
    this.outcomes.set(url, 'redirect');
    this.redirects.set(url, to);
    if (!this.isOwn(target.origin)) return;
    const known = this.levels.get(to);
    if (known !== undefined && known.level <= level) return;
    this.levels.set(to, { level, foundOn });
    next.push({ ...on, attempt: 1 });
  }

  private page({ url, address }: Entry, { links, body }: { links: readonly string[]; body: string }, level: number) {
    const owner = this.options.duplicates === 'keep' ? url : (this.owners.get(body) ?? url);
    this.owners.set(body, owner);
    const unreadable = 'skipped parser';
    const isKiller = this.options.killers?.has(new URL(url).pathname) ?? false;
    if (owner !== url) this.finish(url, this.outcomes.get(owner) === unreadable ? unreadable : `duplicate ${owner}`);
    else this.finish(url, isKiller ? unreadable : 'node');
    if (owner !== url || isKiller) return;
    for (const link of links) {
      const target = URL.parse(link, address);
      if (target === null || !this.isOwn(target.origin) || this.levels.has(identity(target.href))) continue;
      const to = identity(target.href);
      this.levels.set(to, { level: level + 1, foundOn: url });
      while (this.queues.length <= level + 1) this.queues.push([]);
      this.queues[level + 1]!.push({ url: to, address: target.href, attempt: 1, via: [], foundOn: url });
    }
  }

  private isOwn(origin: string): boolean {
    return origin === this.origin || this.options.origins?.has(origin) === true;
  }

  private failure(entry: Entry, answer: Extract<Behaviour, { kind: 'status' | 'no-answer' }>, next: Entry[]): void {
    const passing = answer.kind === 'no-answer' || answer.status === 429 || answer.status >= 500;
    if (passing && entry.attempt < maxAttempts) next.push({ ...entry, attempt: entry.attempt + 1 });
    else this.finish(entry.url, `skipped ${answer.kind === 'no-answer' ? answer.reason : 'http-status'}`);
  }

  private finish(url: string, outcome: string): void {
    this.used += 1;
    this.outcomes.set(url, outcome);
  }

  private result(rest: string | undefined): ReadonlyMap<string, ReferenceUrl> {
    this.cutCircles();
    const urls = new Map<string, ReferenceUrl>();
    for (const [url, { level, foundOn }] of this.levels) {
      const reason = level > this.options.maxLevel ? 'level' : rest;
      const outcome = this.outcomes.get(url) ?? `skipped ${reason}`;
      urls.set(url, { level, foundOn, outcome: outcome === 'redirect' ? `redirect ${this.kept(url)}` : outcome });
    }
    return urls;
  }

  /** Of a circle of redirects the one that was asked last ends it. */
  private cutCircles(): void {
    for (const start of this.redirects.keys()) {
      const path: string[] = [];
      let at: string | undefined = start;
      while (at !== undefined && !path.includes(at)) {
        path.push(at);
        at = this.redirects.get(at);
      }
      if (at === undefined) continue;
      const circle = path.slice(path.indexOf(at));
      const last = circle.reduce((a, b) => (this.order.lastIndexOf(b) > this.order.lastIndexOf(a) ? b : a));
      this.redirects.delete(last);
      this.outcomes.set(last, 'skipped redirects');
    }
  }

  private kept(url: string): string {
    let at = url;
    for (let to = this.redirects.get(at); to !== undefined; to = this.redirects.get(at)) at = to;
    const outcome = this.outcomes.get(at) ?? '';
    return outcome.startsWith('duplicate ') ? outcome.slice('duplicate '.length) : at;
  }
}

/** The normalization of the simulated crawls: a slash at the end of a last segment without a dot. */
function identity(address: string): string {
  const url = new URL(address);
  if (!url.pathname.endsWith('/') && !url.pathname.slice(url.pathname.lastIndexOf('/')).includes('.'))
    url.pathname += '/';
  return url.href;
}
