/** The changes of a site between two crawls: a function of their results. */
import { skipReasons } from '../../../domain/skip-reason.ts';
import type { GraphNode, Merge, SiteResults } from '../site-graph/graph.ts';

/** The word of a crawl on a page that only the other crawl has. */
interface Missing {
  /**
   * A skip reason; `redirect`, `duplicate`: another page takes its place (`to`); `external`: it is one of another site there;
   * `unlinked`: no link of that crawl leads there.
   */
  readonly why: string;
  /** HTTP status of its last answer. */
  readonly status?: number;
  readonly to?: string;
}

export type Change =
  | { readonly what: 'page'; readonly change: 'appeared' | 'changed'; readonly url: string; readonly title: string }
  | ({
      readonly what: 'page';
      /** `not comparable`: one of the crawls did not look there, so nobody knows. */
      readonly change: 'vanished' | 'not comparable';
      readonly url: string;
      readonly title: string;
      /** The crawl that has not the page. Absent: the later one. */
      readonly by?: 'earlier';
    } & Missing)
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
  /** Why an address is never one of its pages, by the settings; `external`: it is of another site. */
  readonly notTaken?: (url: string) => string | undefined;
  /** Findings of the checks that both crawls could run. Absent: they are not compared. */
  readonly issues?: () => Iterable<FoundIssue>;
};

export interface FoundIssue {
  readonly url: string;
  readonly check: { readonly key: string };
}

/** Reasons for which a crawl knows nothing of a page: it did not ask, by its settings or its end, or was not let in. */
const unseen: ReadonlySet<string> = new Set([
  ...skipReasons.slice(0, skipReasons.indexOf('network')),
  ...['private-address', 'not-archived', 'page-preference', 'wall', 'external'],
]);

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
  const toEarlier = schemeOf(after.graph.origin, before.graph.origin);
  const [old, now] = [pagesOf(before, toLater), pagesOf(after, url => url)];
  const moves = movesOf(old, now, after.merges());
  const arrived = new Set([...moves.values()].map(({ to }) => to));
  const [whyGone, whyNew] = [missingIn(after), missingIn(before)];
  const missing = unseenPages([before, old], url => (now.ids.has(url) || moves.has(url) ? undefined : whyGone(url)));
  const fresh = unseenPages([after, now], url =>
    old.ids.has(url) || arrived.has(url) ? undefined : whyNew(toEarlier(url)),
  );
  const unclear = [unclearEnds([before, old], toLater, whyGone), unclearEnds([after, now], toEarlier, whyNew)] as const;
  const toldNew = (id: number): Missing => whyNew(toEarlier(now.urls[id]!)).told;
  // A page that both crawls have did not lead there before.
  for (const [id, url] of now.urls.entries())
    for (const target of old.ids.has(url) ? targetsOf(after, id) : [])
      if (fresh.has(target) && toldNew(target).why === 'unlinked') fresh.delete(target);
  for (const [id, { title, url }] of old.nodes.entries()) {
    if (now.ids.has(old.urls[id]!)) continue;
    const move = moves.get(old.urls[id]!);
    if (move !== undefined) yield { what: 'page', change: 'moved', url, title, ...move };
    else
      yield {
        ...{ what: 'page', change: missing.has(id) ? 'not comparable' : 'vanished', url, title },
        ...whyGone(old.urls[id]!).told,
      };
  }
  for (const node of old.nodes) {
    const id = now.ids.get(toLater(node.url));
    if (id === undefined || now.nodes[id]!.contentHash === node.contentHash) continue;
    yield { what: 'page', change: 'changed', url: now.nodes[id]!.url, title: now.nodes[id]!.title };
  }
  for (const [id, { url, title }] of now.nodes.entries()) {
    if (old.ids.has(url) || arrived.has(url)) continue;
    if (fresh.has(id)) yield { what: 'page', change: 'not comparable', url, title, by: 'earlier', ...toldNew(id) };
    else yield { what: 'page', change: 'appeared', url, title };
  }
  const isNew = (url: string): boolean => fresh.has(now.ids.get(url) ?? -1);
  yield* compareLinks([before, old], [after, now], moves, [missing, fresh], unclear);
  yield* compareExternals(before, after, {
    vanished: (url, page) => now.ids.has(toLater(url)) || missing.has(old.ids.get(toLater(page)) ?? -1),
    appeared: (url, page) => old.ids.has(url) || isNew(page),
  });
  const isCut = before.isCut === true || after.isCut === true;
  yield* compareIssues(before, after, toLater, (url, change) => {
    const [was, is] = [old, now].map(({ nodes, ids }) => nodes[ids.get(url) ?? -1]);
    if (is !== undefined && was === undefined) return isNew(url);
    if (is === undefined) return change === 'vanished' ? whyGone(url).isUnseen : whyNew(toEarlier(url)).isUnseen;
    // An issue of an unchanged page depends on pages that one of the crawls did not get to.
    return isCut && was?.contentHash === is.contentHash;
  });
}

/** The word of a crawl on an address that is none of its pages; `isUnseen`: the crawl knows nothing of the address. */
type Why = (url: string) => { readonly told: Missing; readonly isUnseen: boolean };

function missingIn(results: ComparedResults): Why {
  const merged = new Map([...results.merges()].map(({ url, kind, keptUrl }) => [url, { why: kind, to: keptUrl }]));
  const toldOf = (url: string): Missing => {
    const end = results.linkEnd(url);
    if (end === undefined || !('skipped' in end))
      return merged.get(url) ?? { why: results.notTaken?.(url) ?? 'unlinked' };
    const { reason, status } = end.skipped;
    return { why: reason, ...(status !== undefined && { status }) };
  };
  return url => {
    const told = toldOf(url);
    return { told, isUnseen: unseen.has(told.why) || (told.why === 'unlinked' && results.isCut === true) };
  };
}

/** Ids of pages of which the other crawl knows nothing: it looked neither there nor at a page that leads there. */
function unseenPages([own, { urls }]: Side, whyOf: (url: string) => ReturnType<Why> | undefined): Set<number> {
  const whys = urls.map(whyOf);
  const found = new Set(whys.keys().filter(id => whys[id]?.isUnseen === true));
  // The set grows on the way.
  for (const id of found)
    for (const target of targetsOf(own, id)) if (whys[target]?.told.why === 'unlinked') found.add(target);
  return found;
}

/** Ids of pages to which a redirect or a copy leads that the other crawl did not get to: there a link to it ends nowhere. */
function unclearEnds([own, { nodes }]: Side, toOther: (url: string) => string, whyOf: Why): Set<number> {
  const ids = new Map(nodes.map(({ url }, id) => [url, id]));
  const merges = Iterator.from(own.merges()).filter(
    ({ url, kind }) => kind !== 'normalized' && whyOf(toOther(url)).isUnseen,
  );
  return new Set(merges.flatMap(({ keptUrl }) => [ids.get(keptUrl)].filter(id => id !== undefined)));
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

type Side = readonly [ComparedResults, Pages];

function* compareLinks(
  [before, old]: Side,
  [after, now]: Side,
  moves: Moves,
  [missing, fresh]: readonly [ReadonlySet<number>, ReadonlySet<number>],
  [oldEnds, newEnds]: readonly [ReadonlySet<number>, ReadonlySet<number>],
): Iterable<Change> {
  // Each page has one number for both crawls: its id in the later crawl, or a number behind all these ids.
  const numberOf = (url: string, id: number): number => now.ids.get(moves.get(url)?.to ?? url) ?? now.nodes.length + id;
  const numbers = Uint32Array.from(old.urls, numberOf);
  const oldIds = new Map(Array.from(numbers, (number, id) => [number, id]));
  const urlOf = (number: number): string => now.urls[number] ?? old.nodes[number - now.nodes.length]!.url;
  // Links of unseen pages, and links to them, may still be there.
  const isUnseen = (id: number, target: number): boolean =>
    missing.has(id) || (target >= now.nodes.length && missing.has(target - now.nodes.length));
  const unclearOld = new Set(Array.from(oldEnds, id => numbers[id]!));
  for (const [id, number] of numbers.entries()) {
    const had = new Set(Array.from(targetsOf(before, id), target => numbers[target]!));
    const has = new Set(number < now.nodes.length ? targetsOf(after, number) : []);
    for (const target of had)
      if (!has.has(target) && !isUnseen(id, target) && !unclearOld.has(target))
        yield { what: 'link', change: 'vanished', url: urlOf(number), to: urlOf(target) };
    for (const target of has)
      if (!had.has(target) && !fresh.has(target) && !newEnds.has(target))
        yield { what: 'link', change: 'appeared', url: urlOf(number), to: urlOf(target) };
  }
  for (const [id, url] of now.urls.entries()) {
    if (oldIds.has(id) || fresh.has(id)) continue;
    for (const target of targetsOf(after, id)) yield { what: 'link', change: 'appeared', url, to: now.urls[target]! };
  }
}

function targetsOf({ graph }: ComparedResults, node: number): Uint32Array {
  return graph.arcs.targetsOf(node);
}

/** `isUnclear`: nobody knows whether an address came or went; `page`: the first one that had the link. */
function* compareExternals(
  before: ComparedResults,
  after: ComparedResults,
  isUnclear: Readonly<Record<'appeared' | 'vanished', (url: string, page: string) => boolean>>,
): Iterable<Change> {
  const [had, has] = [before, after].map(
    each => new Map(Array.from(each.externalLinks(), ({ url, page }) => [url, page])),
  ) as [Map<string, string>, Map<string, string>];
  for (const [url, page] of had)
    if (!has.has(url) && !isUnclear.vanished(url, page)) yield { what: 'external', change: 'vanished', url };
  for (const [url, page] of has)
    if (!had.has(url) && !isUnclear.appeared(url, page)) yield { what: 'external', change: 'appeared', url };
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
