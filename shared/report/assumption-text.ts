import type { Assumption } from './crawl-usage.ts';

/** The assumptions in English. */
const assumed: Readonly<Record<Assumption['code'], (pages: number) => string>> = {
  pages: pages => `A site without a limit has ${pages} pages.`,
  'equal-parts': () => 'The least time is that of sites which give equal parts of the page budget.',
  'order-links': () =>
    'Under a page budget, order links (--order) mostly finds more external links, and breadth-first exact levels.',
  'side-by-side': () =>
    'Sites are crawled side by side, each at its delay; a larger Crawl-delay of robots.txt makes it slower.',
  'unload-elsewhere': pages =>
    `The results of a crawl with a site of more than ${pages} URLs are written on your machine: orbweaver remote unload.`,
  prices: () => 'A page leads to 0.3 new external or bad links; list prices, without free tiers and taxes.',
};

/** An assumption of an estimate, as a sentence. */
export function assumptionText(assumption: Assumption): string {
  return assumed[assumption.code]('pages' in assumption ? assumption.pages : 0);
}
