import { shownPages } from '../../shared/wings/sets/simulate/plot-scale.ts';
import type { AskedSimulation, SimulatedRules } from '../../shared/wings/sets/simulate/simulated-rules.ts';

/** Sites of one answer, and points of a line. */
const mostSites = 1_000;
const mostPoints = 200;

/** Replays the crawls in these directories, named by their ids. Throws `BadInput`. */
export async function simulatedRules(
  crawls: readonly { readonly id: string; readonly directory: string }[],
  asked: AskedSimulation,
): Promise<SimulatedRules> {
  // Loaded when it is requested: the server begins without it.
  const { simulateCrawls, simulatedOptions } = await import('../embedded/simulate/simulate-crawls.ts');
  const ids = new Map(crawls.map(({ id, directory }) => [directory, id]));
  const simulation = { ...asked, options: simulatedOptions };
  const { sites, options, comparison } = await simulateCrawls([...ids.keys()], simulation);
  const counted = sites.map(({ directory, site, origin, status, rewards }) => ({
    ...{ crawl: ids.get(directory)!, site, origin, status },
    pages: rewards.length,
    links: rewards.reduce((sum, reward) => sum + reward, 0),
  }));
  return {
    sites: counted.slice(0, mostSites),
    siteCount: counted.length,
    pages: counted.reduce((sum, { pages }) => sum + pages, 0),
    links: counted.reduce((sum, { links }) => sum + links, 0),
    quantumPages: options.quantumPages ?? 1,
    budgets: comparison.budgets,
    curves: comparison.curves.map(({ name, links }) => ({
      name,
      points: shownPages(links.length, mostPoints).map(pages => [pages, links[pages]!] as const),
    })),
  };
}
