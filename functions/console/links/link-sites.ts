import { askList } from '../page/api.ts';
import type { SitePage } from '../page/api-types.ts';

/** Sites that are listed by name: more than a thousand are too many to choose from. */
const mostListed = 1_000;

/** Sites of a crawl as its tables of links name them. */
export interface LinkSites {
  readonly names: ReadonlyMap<number, string>;
  /** All sites are there. */
  readonly isWhole: boolean;
}

export async function linkSites(id: string, signal: AbortSignal): Promise<LinkSites> {
  const { sites, next } = await askList<SitePage>(['crawls', id, 'sites'], { limit: mostListed }, signal);
  return { names: new Map(sites.map(({ number, name }) => [number, name])), isWhole: next === undefined };
}
