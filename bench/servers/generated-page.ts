/** A site that is a function of its numbers, so that any size of it can be served without keeping a page. */
export interface GeneratedSite {
  readonly pages: number;
  readonly seed: number;
}

const LINKS_PER_PAGE = 67;
const EXTERNAL_LINKS = 3;
const EXTERNAL_HOSTS = 400;
const MAX_LEVEL = 8;
const PAGES_PER_FOLDER = 100;
const PAGE_BYTES = 26_000;

/**
 * The HTML of page `number`, or undefined outside the site.
 *
 * Pages are numbered like a heap: the children of p are p·b + 1 … p·b + b, and a page links to its children and to
 * pages numbered no higher than its last child. A link therefore leads at most one level down, and the level of a
 * page in a crawl is its depth in the tree, 8 at most, at every size of the site.
 */
export function generatePage({ pages, seed }: GeneratedSite, number: number): string | undefined {
  if (!Number.isInteger(number) || number < 0 || number >= pages) return undefined;
  const branching = branchingOf(pages);
  const firstChild = number * branching + 1;
  const reachable = Math.min(pages, firstChild + branching);
  const random = randomNumbers(seed, number);
  const parts = [`<!DOCTYPE html><html><head><title>Page ${number}</title></head><body><h1>Page ${number}</h1>`];
  for (let link = 0; link < LINKS_PER_PAGE; link++) {
    const href =
      link >= LINKS_PER_PAGE - EXTERNAL_LINKS
        ? `https://host-${random(EXTERNAL_HOSTS)}.example/`
        : `..${pathOf(firstChild + link < reachable ? firstChild + link : random(reachable))}`;
    parts.push(`<p>${FILLER}<a href="${href}" title="link">${link}</a></p>\n`);
  }
  parts.push('</body></html>\n');
  return parts.join('');
}

/** `/folder-1/page-123.html` */
export function pathOf(number: number): string {
  return `/folder-${Math.floor(number / PAGES_PER_FOLDER)}/page-${number}.html`;
}

/** The page that a request target names; -1 for none. */
export function numberOf(target: string): number {
  const number = Number(/\/page-(\d+)\.html$/.exec(target)?.[1] ?? -1);
  return target === pathOf(number) ? number : -1;
}

/** The smallest number of children with which a tree of this size is at most MAX_LEVEL deep. */
function branchingOf(pages: number): number {
  for (let branching = 2; ; branching++) {
    if ((branching ** (MAX_LEVEL + 1) - 1) / (branching - 1) >= pages) return branching;
  }
}

/** Whole numbers below a bound: mulberry32, started anew for every page. */
function randomNumbers(seed: number, number: number): (bound: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b);
  return bound => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** Text between the links, so that a page weighs what pages of documentation weigh; a link's own mark-up is about 60. */
const FILLER = 'All happy families are alike; each unhappy family is unhappy in its own way. '
  .repeat(5)
  .slice(0, PAGE_BYTES / LINKS_PER_PAGE - 60);
