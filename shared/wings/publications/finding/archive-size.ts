/** The requests that the old publications of a source would take, as far as its sitemaps and lists show. */
import { isNextLink, partOf } from './further-parts.ts';
import type { GlancedLink } from './page-glance.ts';

/** A lower bound: sitemaps that were not requested and lists that do not number their parts may have more. */
export interface ArchiveSize {
  /** Lists that name further parts, or days or months of a calendar. */
  readonly lists: number;
  /** These parts, days and months. */
  readonly parts: number;
  /** Addresses of publications that feeds, sitemaps and lists name. */
  readonly publications: number;
  /** Sitemaps of indexes that were not requested. */
  readonly unread: number;
}

/** A list's own part of that: `parts` further parts, each named once. `isPart`: by its address it is one. */
export function partsNamed(
  links: readonly GlancedLink[],
  places: readonly string[],
  isPart: (address: string) => boolean,
): readonly string[] {
  const named = new Set<string>();
  for (const link of links.filter(({ address }) => isPart(address))) {
    const { address } = link;
    const part = partOf(address, places);
    if (part === undefined) named.add(address);
    else {
      // The last number that is shown stands for all before it; the first part is the list itself.
      // An address may count publications instead of parts, or call the second part 1.
      const shown = /^\d{1,4}$/.test(link.text) ? Number(link.text) : isNextLink(link) ? 2 : Math.min(part.value, 2);
      for (let number = Math.min(mostNumbered, shown); number > 1; number -= 1) named.add(`${part.list} ${number}`);
    }
  }
  return [...named];
}

const mostNumbered = 5_000;

/** Requests at a polite delay, ms. */
export function archiveTime({ parts, publications }: ArchiveSize, delayMs: number): number {
  return (parts + publications) * delayMs;
}
