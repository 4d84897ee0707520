/** Where in the page we are, as the address says: `#/crawls/{id}/links?kind=external`. */
export interface Route {
  readonly view: 'crawls' | 'new' | 'compare' | 'simulate' | 'new-watch' | 'traversal' | WatchView | Tab;
  /** The crawl, in its views; the traversal. */
  readonly id: string;
  readonly query: URLSearchParams;
}

export const tabs = [
  'live',
  'links',
  'broken',
  'issues',
  'tables',
  'sites',
  'rule',
  'graph',
  'plots',
  'files',
] as const;
export type Tab = (typeof tabs)[number];

export const isTab = (view: string): view is Tab => tabs.some(each => each === view);

/** Parts of the page of a watch; `publication` is the reader. */
export const watchParts = [
  'sources',
  'found',
  'publications',
  'publication',
  'table',
  'organizations',
  'rules',
  'labels',
  'quality',
] as const;
export type WatchPart = (typeof watchParts)[number];
export type WatchView = `watch-${WatchPart}`;

/** Any other address is that of the list of crawls. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first, id, last = 'live'] = path.split('/');
  const found = { id: '', query: new URLSearchParams(query) };
  if (first === 'new' || first === 'compare' || first === 'simulate' || first === 'new-watch')
    return { ...found, view: first };
  const tab = tabs.find(each => each === last);
  const name = id === undefined ? undefined : decoded(id);
  if (first === 'traversals' && name !== undefined && name !== '') return { ...found, view: 'traversal', id: name };
  const part = watchParts.find(each => each === (last === 'live' ? 'publications' : last));
  if (first === 'watches' && name !== undefined && name !== '' && part !== undefined)
    return { ...found, view: `watch-${part}`, id: name };
  if (first !== 'crawls' || name === undefined || name === '' || tab === undefined) return { ...found, view: 'crawls' };
  return { ...found, view: tab, id: name };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // malformed escapes name no crawl
  }
}

/** An address with a query; parameters that are `undefined` or empty are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${path}${text === '' ? '' : `?${text}`}`;
}

export function hashOf(id: string, tab: Tab, query: Readonly<Record<string, string>> = {}): string {
  return withQuery(`#/crawls/${encodeURIComponent(id)}/${tab}`, query);
}

/** The form of a new crawl, with the settings of this one. */
export function hashOfAgain(id: string): string {
  return withQuery('#/new', { again: id });
}

export function hashOfComparison(before: string, after: string): string {
  return withQuery('#/compare', { before, after });
}

export function hashOfTraversal(id: string, state?: number): string {
  return withQuery(`#/traversals/${encodeURIComponent(id)}`, { state });
}

export function hashOfWatch(id: string, part: WatchPart, query: Readonly<Record<string, string>> = {}): string {
  return withQuery(`#/watches/${encodeURIComponent(id)}/${part}`, query);
}

/** The arguments of a view: where it is, and until when. */
export interface ViewContext {
  readonly route: Route;
  /** Aborted when the next view opens. Requests, timers and events of this view end then. */
  readonly signal: AbortSignal;
}
