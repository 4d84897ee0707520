/** The changes of a site between two crawls: a function of their results. */
import type { GraphNode, Merge, SiteResults } from '../site-graph/graph.ts';

export type Change =
  | { readonly what: 'page'; readonly change: 'appeared' | 'changed'; readonly url: string; readonly title: string }
  | {
      readonly what: 'page';
      /** `not comparable`: the later crawl was cut short and did not get there, so nobody knows. */
      readonly change: 'vanished' | 'not comparable';
      readonly url: string;
      readonly title: string;
      /**
       * A skip reason of the later crawl; `redirect`, `duplicate`: another page that the earlier crawl had, too, takes its
       * place (`to`); `unlinked`: no link of the later crawl leads there.
       */
      readonly why: string;
      /** HTTP status of the last answer in the later crawl. */
      readonly status?: number;
      readonly to?: string;
    }
  | {
      readonly what: 'page';
      readonly change: 'moved';
      readonly url: string;
      readonly title: string;
      readonly to: string;
      /** The evidence that it is the same page: a redirect, or equal content. */
      readonly why: 'redirect' | 'content';
    }
  | { readonly what: 'link'; readonly change: 'appeared' | 'vanished'; readonly url: string; readonly to: string }
  /** `why`: the key of the check. */
  | { readonly what: 'issue'; readonly change: 'appeared' | 'vanished'; readonly url: string; readonly why: string }
  | { readonly what: 'external'; readonly change: 'appeared' | 'vanished'; readonly url: string };

/** Compared: pages by their address and content, links between pages, addresses of other sites. */
export type ComparedResults = Pick<SiteResults, 'graph' | 'merges' | 'linkEnd' | 'externalLinks'> & {
  /** Whether the crawl of the site was cut short: then an address that it does not know need not have vanished. Absent: no. */
  readonly isCut?: boolean;
  /** Findings of the checks that both crawls could run. Absent: they are not compared. */
  readonly issues?: () => Iterable<FoundIssue>;
};

export interface FoundIssue {
  readonly url: string;
  readonly check: { readonly key: string };
}

/** Reasons of addresses that the crawl knew and did not request. */
const unseen: ReadonlySet<string> = new Set('stopped time-limit page-budget host-down lost removed level'.split(' '));

/** One crawl's pages of the site; addresses of both crawls are reported in the later one's scheme. */
interface Pages {
  readonly nodes: readonly GraphNode[];
  readonly urls: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
}

/**
 * Changes from `before` to `after`: pages that moved, vanished, changed, appeared, then links, then external addresses; each in
 * the order of its crawl's files. A site that went from http to https, or back, is compared as if it had not.
 */
export function* compareSites(before: ComparedResults, after: ComparedResults): Iterable<Change> {
  const toLater = schemeOf(before.graph.origin, after.graph.origin);
  const [old, now] = [pagesOf(before, toLater), pagesOf(after, url => url)];
  const moves = movesOf(old, now, after.merges());
  const notSeen = new Set<string>();
  const merged = new Map([...after.merges()].map(({ url, kind, keptUrl }) => [url, { kind, keptUrl }]));
  for (const { title, ...node } of old.nodes) {
    const url = toLater(node.url);
    if (now.ids.has(url)) continue;
    const move = moves.get(url);
    if (move === undefined) {
      const gone = whyGone(url, merged, after);
      const isUnseen = isNotSeen(gone, after);
      if (isUnseen) notSeen.add(url);
      yield { what: 'page', change: isUnseen ? 'not comparable' : 'vanished', url: node.url, title, ...gone };
    } else yield { what: 'page', change: 'moved', url: node.url, title, ...move };
  }
  for (const node of old.nodes) {
    const id = now.ids.get(toLater(node.url));
    if (id === undefined || now.nodes[id]!.contentHash === node.contentHash) continue;
    yield { what: 'page', change: 'changed', url: now.nodes[id]!.url, title: now.nodes[id]!.title };
  }
  const arrived = new Set([...moves.values()].map(({ to }) => to));
  for (const { url, title } of now.nodes)
    if (!old.ids.has(url) && !arrived.has(url)) yield { what: 'page', change: 'appeared', url, title };
  yield* compareLinks([before, old], [after, now], moves, notSeen);
  yield* compareExternals(before, after, url => notSeen.has(toLater(url)));
  const isCut = before.isCut === true || after.isCut === true;
  yield* compareIssues(before, after, toLater, (url, change) => {
    const [was, is] = [old, now].map(({ nodes, ids }) => nodes[ids.get(url) ?? -1]);
    if (is === undefined) return change === 'vanished' && isNotSeen(whyGone(url, merged, after), after);
    // An issue of an unchanged page depends on pages that one of the crawls did not get to.
    return isCut && was?.contentHash === is.contentHash;
  });
}

function isNotSeen({ why }: { readonly why: string }, { isCut }: ComparedResults): boolean {
  return unseen.has(why) || (why === 'unlinked' && isCut === true);
}

function schemeOf(before: string, after: string): (url: string) => string {
  const rest = (origin: string): string => origin.slice(origin.indexOf(':'));
  if (before === after || rest(before) !== rest(after)) return url => url;
  return url => (url.startsWith(`${before}/`) ? after + url.slice(before.length) : url);
}

function pagesOf({ graph }: ComparedResults, toLater: (url: string) => string): Pages {
  const nodes = [...graph.nodes()];
  const urls = nodes.map(({ url }) => toLater(url));
  return { nodes, urls, ids: new Map(urls.map((url, id) => [url, id])) };
}

type Moves = ReadonlyMap<string, { readonly to: string; readonly why: 'redirect' | 'content' }>;

/**
 * By old address. A page has moved to a page that the earlier crawl had not: where its address redirects to that page, or where
 * a single missing page and a single new page have this content.
 */
function movesOf(old: Pages, now: Pages, merges: Iterable<Merge>): Moves {
  const moves = new Map<string, { readonly to: string; readonly why: 'redirect' | 'content' }>();
  const taken = new Set<string>();
  for (const { url, kind, keptUrl } of merges) {
    if (kind !== 'redirect' || !old.ids.has(url) || now.ids.has(url)) continue;
    if (!now.ids.has(keptUrl) || old.ids.has(keptUrl) || taken.has(keptUrl)) continue;
    taken.add(keptUrl);
    moves.set(url, { to: keptUrl, why: 'redirect' });
  }
  const gone = onlyByContent(old, url => !now.ids.has(url) && !moves.has(url));
  const fresh = onlyByContent(now, url => !old.ids.has(url) && !taken.has(url));
  for (const [content, url] of gone) {
    const to = fresh.get(content);
    if (url !== undefined && to !== undefined) moves.set(url, { to, why: 'content' });
  }
  return moves;
}

/** The page with each content, of those that count; undefined if there are several. */
function onlyByContent({ nodes, urls }: Pages, counts: (url: string) => boolean): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const [id, { contentHash }] of nodes.entries())
    if (counts(urls[id]!)) found.set(contentHash, found.has(contentHash) ? undefined : urls[id]!);
  return found;
}

function whyGone(
  url: string,
  merged: ReadonlyMap<string, Pick<Merge, 'kind' | 'keptUrl'>>,
  { linkEnd }: ComparedResults,
): { readonly why: string; readonly status?: number; readonly to?: string } {
  const end = linkEnd(url);
  if (end !== undefined && 'skipped' in end) {
    const { reason, status } = end.skipped;
    return { why: reason, ...(status !== undefined && { status }) };
  }
  const merge = merged.get(url);
  return merge === undefined ? { why: 'unlinked' } : { why: merge.kind, to: merge.keptUrl };
}

type Side = readonly [ComparedResults, Pages];

function* compareLinks(
  [before, old]: Side,
  [after, now]: Side,
  moves: Moves,
  notSeen: ReadonlySet<string>,
): Iterable<Change> {
  // Each page has one number for both crawls: its id in the later crawl, or a number behind all these ids.
  const numberOf = (url: string, id: number): number => now.ids.get(moves.get(url)?.to ?? url) ?? now.nodes.length + id;
  const numbers = Uint32Array.from(old.urls, numberOf);
  const oldIds = new Map(Array.from(numbers, (number, id) => [number, id]));
  const urlOf = (number: number): string => now.urls[number] ?? old.nodes[number - now.nodes.length]!.url;
  // Links of unseen pages, and links to them, may still be there.
  const isUnseen = (id: number, target: number): boolean =>
    notSeen.has(old.urls[id]!) || (target >= now.nodes.length && notSeen.has(old.urls[target - now.nodes.length]!));
  for (const [id, number] of numbers.entries()) {
    const had = new Set(Array.from(targetsOf(before, id), target => numbers[target]!));
    const has = new Set(number < now.nodes.length ? targetsOf(after, number) : []);
    for (const target of had)
      if (!has.has(target) && !isUnseen(id, target))
        yield { what: 'link', change: 'vanished', url: urlOf(number), to: urlOf(target) };
    for (const target of has)
      if (!had.has(target)) yield { what: 'link', change: 'appeared', url: urlOf(number), to: urlOf(target) };
  }
  for (const [id, url] of now.urls.entries()) {
    if (oldIds.has(id)) continue;
    for (const target of targetsOf(after, id)) yield { what: 'link', change: 'appeared', url, to: now.urls[target]! };
  }
}

function targetsOf({ graph }: ComparedResults, node: number): Uint32Array {
  return graph.arcs.targetsOf(node);
}

/** `isUnseen`: of the first page that had the link. */
function* compareExternals(
  before: ComparedResults,
  after: ComparedResults,
  isUnseen: (page: string) => boolean,
): Iterable<Change> {
  const had = new Map(Array.from(before.externalLinks(), ({ url, page }) => [url, page]));
  const has = new Set(Array.from(after.externalLinks(), ({ url }) => url));
  for (const [url, page] of had)
    if (!has.has(url) && !isUnseen(page)) yield { what: 'external', change: 'vanished', url };
  for (const url of has) if (!had.has(url)) yield { what: 'external', change: 'appeared', url };
}

/** `isUnclear`: nobody knows whether an issue of the address came or went. */
function* compareIssues(
  before: ComparedResults,
  after: ComparedResults,
  toLater: (url: string) => string,
  isUnclear: (url: string, change: 'appeared' | 'vanished') => boolean,
): Iterable<Change> {
  const found = ({ issues }: ComparedResults, urlOf: (url: string) => string) =>
    new Map(
      Array.from(issues?.() ?? [], ({ url, check }) => [
        `${check.key} ${urlOf(url)}`,
        { url: urlOf(url), why: check.key },
      ]),
    );
  const [had, has] = [found(before, toLater), found(after, url => url)];
  for (const [key, { url, why }] of had)
    if (!has.has(key) && !isUnclear(url, 'vanished')) yield { what: 'issue', change: 'vanished', url, why };
  for (const [key, { url, why }] of has)
    if (!had.has(key) && !isUnclear(url, 'appeared')) yield { what: 'issue', change: 'appeared', url, why };
}
