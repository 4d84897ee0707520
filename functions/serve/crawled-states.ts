import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../../shared/adapters/local/open.ts';
import type { ShownTraversal, TraversalStates } from '../../shared/wings/clicking/saved-states.ts';
import type { PageState, TraversedPage } from '../../shared/wings/clicking/state-files.ts';

const ending = '.states.json';
/** Larger files are for other programs. */
const mostBytes = 32 * 1024 * 1024;
const mostPages = 1_000;

/** Pages that the crawl in `root`/`crawl` has clicked through, as its result files say. Damaged files are left out. */
export function crawledPages(root: string, crawl: string): readonly ShownTraversal[] {
  return filesOf(join(root, crawl))
    .flatMap(file => pagesIn(join(root, crawl), file).map((page, n) => shown(`${crawl}~${file}~${n}`, page)))
    .slice(0, mostPages);
}

/** The page of this name; undefined: there is none. */
export function crawledPage(root: string, id: string): TraversalStates | undefined {
  const { crawl = '', file = '', n = '' } = /^(?<crawl>.+)~(?<file>[^~]+)~(?<n>\d{1,6})$/u.exec(id)?.groups ?? {};
  if (!filesOf(join(root, crawl)).includes(file)) return undefined;
  const page = pagesIn(join(root, crawl), file)[Number(n)];
  return page === undefined ? undefined : { ...shown(id, page), states: page.states };
}

function shown(id: string, { url, clicks, ended, states }: TraversedPage): ShownTraversal {
  return { id, url, presses: clicks, stateCount: states.length, ended };
}

/** Names of the files of states, without their ending. */
function filesOf(directory: string): readonly string[] {
  try {
    const names = readdirSync(join(directory, 'graph'));
    return names.flatMap(name => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : [])).sort();
  } catch {
    return [];
  }
}

function pagesIn(directory: string, file: string): readonly TraversedPage[] {
  const path = join(directory, 'graph', file + ending);
  try {
    if (statSync(path).size > mostBytes) return [];
    const pages = JSON.parse(readRegular(path)) as readonly TraversedPage[];
    return pages.every(isPage) ? pages : [];
  } catch {
    return [];
  }
}

/** A file may come from an untrusted source; the list of states of `orbweaver traverse` holds no pages. */
function isPage({ url, clicks, ended, states }: TraversedPage): boolean {
  return URL.canParse(url) && Number.isInteger(clicks) && typeof ended === 'string' && states.every(isState);
}

function isState({ id, links, buttons, edges }: PageState): boolean {
  const areNumbers = [id, links, ...edges.flatMap(({ to, times }) => [to, times])].every(Number.isInteger);
  const areTexts = [...buttons, ...edges.map(({ button }) => button)].every(text => typeof text === 'string');
  return areNumbers && areTexts;
}
