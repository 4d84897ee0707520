import type { RobotsPolicy } from '../../shared/domain/robots/robots-policy.ts';

/** Obeys the rules of robots.txt, and leaves search pages alone even where it forgets them. No Crawl-delay counts. */
export const robots: readonly RobotsPolicy[] = [
  {
    name: 'no-search-pages',
    fetches: true,
    decide: (rules, pathAndQuery) =>
      /^\/(?:search|find)\b/.test(pathAndQuery) ? { allowed: false } : rules.decide(pathAndQuery),
    crawlDelay: () => undefined,
  },
];
