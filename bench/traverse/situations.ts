import { clickingPages, listPage } from '../../test/servers/clicking-pages.ts';
import { frameworkPages, frameworks } from '../../test/servers/framework-pages.ts';
import { startSite } from '../../test/servers/loopback-site.ts';
import type { Bar } from '../measured/bars.ts';
import { PageRuns } from './page-runs.ts';

export interface SituationRun {
  readonly page: string;
  /** Addresses below `/found/`: of this run, and all that there are. */
  readonly found: number;
  readonly of: number;
  readonly clicks: number;
  readonly loads: number;
  readonly states: number;
  readonly seconds: number;
  /** Whether a second run loaded and pressed the same, to the same addresses. */
  readonly isRepeated: boolean;
  /** Requests for an address that had been requested in the same run. */
  readonly askedAgain: number;
}

/** How many addresses each situation of the article has. */
const situations: Readonly<Record<string, number>> = {
  ...{ 'growing-children': 800, 'growing-last': 801, calendar: 25 * 28, accordion: 12, spontaneous: 0, history: 2 },
  ...{ 'changes-late': 2, 'appears-late': 1, 'changing-root': 1, delegated: 2, router: 4, shadow: 2, frames: 3 },
  ...{ virtualized: 500, 'virtualized-page': 500, sentinel: 60, listed: 150 },
  ...Object.fromEntries(frameworks.map(framework => [framework, 3])),
};

/** Traverses the situations of the article, each twice. */
export async function runSituations(): Promise<readonly SituationRun[]> {
  const site = await startSite({
    ...clickingPages(),
    ...frameworkPages(),
    '/changing-root': ({ nth }) =>
      `<!doctype html><button onclick="out.innerHTML = '<a href=/found/hidden>x</a>'">show</button>
       <a href="/version/${nth}">v</a><p id=out></p><button onclick="out.innerHTML = ''">hide</button>`,
    '*': ({ path }) => (path.startsWith('/api') ? listPage(path) : { status: 404 }),
  });
  const runs = await PageRuns.open(`${site.origin}/`);
  const all: SituationRun[] = [];
  try {
    for (const [page, of] of Object.entries(situations)) {
      const from = site.asked.length;
      const { found, clicks, loads, states, seconds, trace } = await runs.run(`${site.origin}/${page}`);
      const asked = site.asked.slice(from).map(({ path }) => path);
      const again = await runs.run(`${site.origin}/${page}`);
      // Its addresses name the request that it answers.
      const isSame = page === 'changing-root' || again.found.join() === found.join();
      all.push({
        ...{ page, of, clicks, loads, states, seconds },
        found: found.filter(url => url.includes('/found/')).length,
        isRepeated: isSame && again.trace.join() === trace.join(),
        askedAgain: asked.length - new Set(asked).size,
      });
    }
  } finally {
    await runs.close();
    await site.close();
  }
  return all;
}

export function barsOfSituations(runs: readonly SituationRun[]): readonly Bar[] {
  const of = (name: string): SituationRun => runs.find(({ page }) => page === name)!;
  return [
    ...runs.map(({ page, found, of: all }) => ({ what: `${page}: not found of ${all}`, value: all - found, limit: 0 })),
    { what: 'calendar: presses', value: of('calendar').clicks, limit: 60 },
    { what: 'spontaneous: states', value: of('spontaneous').states, limit: 3 },
    { what: 'pages that two runs press differently', value: runs.filter(run => !run.isRepeated).length, limit: 0 },
    {
      what: 'requests for presses that are made again',
      value: runs.reduce((sum, { askedAgain }) => sum + askedAgain, 0),
      limit: 0,
    },
  ];
}
