import { protocol } from '../../shared/domain/protocol/protocol.ts';
import type { ResolvedSite, ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { faultyPlan, quietPlan } from './plans.ts';
import { type ReferenceUrl, referenceCrawl } from './reference-crawl.ts';
import type { FoundUrl } from './result-urls.ts';
import { type Mutation, type Plan, simulate, type WalkResult } from './simulation.ts';
import type { OpenState } from './world/simulated-state.ts';

const mostShown = 3;

/** One walk: the crawls of a plan without faults, against the reference, and with faults, kept in `openState`, against those without. */
export async function walk(
  seed: number,
  openState?: OpenState,
): Promise<{ readonly problems: readonly string[]; readonly walks: WalkResult[] }> {
  // In every fourth walk nobody waits long for a host, as Lambdas with a browser.
  const longestWaitMs = seed % 4 === 0 ? { longestWaitMs: protocol.longestBrowserWaitMs } : {};
  // In every third one pauses while it reads, in another third threads read.
  const plan = { ...quietPlan(seed), ...longestWaitMs, pauses: seed % 3 === 0, readers: seed % 3 === 1 };
  const quiet = await simulate(plan);
  const problems = [...quiet.breaches, ...differencesToReference(plan, quiet), ...extraWork(plan, quiet)];
  if (problems.length > 0) return { problems, walks: [quiet] };
  // In every fifth one processes have memory for a page or two.
  const mostPages = seed % 5 < 2 ? { mostPages: 1 + (seed % 5) } : {};
  const faultyPlanned = { ...faultyPlan(plan, quiet.virtualMs), ...mostPages };
  const faulty = await simulate(faultyPlanned, openState === undefined ? {} : { openState });
  return { problems: [...faulty.breaches, ...differencesOfFiles(quiet, faulty)], walks: [quiet, faulty] };
}

/** A walk without faults of each seed's plan. One that is had again is not walked again: it is the same each time. */
export function walkedOnce(
  planOf: (seed: number) => Plan,
): (seed: number) => Promise<{ plan: Plan; quiet: WalkResult }> {
  const had = new Map<number, Promise<{ plan: Plan; quiet: WalkResult }>>();
  return async seed => {
    const known = had.get(seed);
    if (known !== undefined) return await known;
    const plan = planOf(seed);
    const walked = simulate(plan).then(quiet => ({ plan, quiet }));
    had.set(seed, walked);
    return await walked;
  };
}

/** Walks of the sound protocol by what makes their plans: mutants that share the plans share the walks. */
const soundWalks = new WeakMap<object, Map<number, Promise<WalkResult>>>();

function soundWalk(planOf: object, seed: number, walk: () => Promise<WalkResult>): Promise<WalkResult> {
  const had = soundWalks.get(planOf) ?? new Map<number, Promise<WalkResult>>();
  soundWalks.set(planOf, had);
  const walked = had.get(seed) ?? walk();
  had.set(seed, walked);
  return walked;
}

/**
 * How many walks of a broken protocol it takes until one shows that it is broken. All calls with one `planOf` have one `baseline`,
 * or none.
 */
export async function walksUntilCaught(
  most: number,
  planOf: (seed: number) => Plan | Promise<Plan>,
  mutation: Mutation,
  baseline?: (plan: Plan) => Promise<WalkResult>,
): Promise<{ readonly walks: number; readonly problem: string } | undefined> {
  for (let seed = 1; seed <= most; seed += 1) {
    const plan = await planOf(seed);
    const broken = await simulate(plan, mutation);
    const [breach] = broken.breaches;
    if (breach !== undefined) return { walks: seed, problem: breach };
    const sound = await soundWalk(planOf, seed, async () => await (baseline ?? simulate)(plan));
    const [difference] = differencesOfFiles(sound, broken);
    if (difference !== undefined) return { walks: seed, problem: difference };
  }
  return undefined;
}

/** Files are equal wherever time does not enter: not where a host was lost or a site gave way to another one. */
export function differencesOfFiles(quiet: WalkResult, faulty: WalkResult): string[] {
  return quiet.crawls.flatMap((crawl, index) => {
    const other = faulty.crawls[index];
    if (other === undefined) return [];
    const names = new Set([...crawl.files.keys(), ...other.files.keys()]);
    return [...names]
      .filter(name => crawl.files.get(name) !== other.files.get(name))
      .slice(0, mostShown)
      .map(name => `c${index + 1}: ${name} differs (${crawl.finishReason}, ${other.finishReason})`);
  });
}

/** Without faults each address is asked for once per attempt, and no message is lost that the sweeper had to replace. */
function extraWork({ specs }: Plan, { sweeps }: WalkResult): string[] {
  // A grant wakes its site without moving `due`.
  if (sweeps === 0 || specs.some(({ limit }) => limit !== undefined)) return [];
  return [`the sweeper acted ${sweeps} times though nothing was lost`];
}

export function differencesToReference({ models, specs, killers }: Plan, { crawls }: WalkResult): string[] {
  return specs.flatMap((spec, index) => {
    // How a budget is shared by several sites is not the reference's matter.
    if (spec.limit !== undefined && spec.sites.length > 1) return [];
    return spec.sites.flatMap(site => {
      const { status, urls } = crawls[index]!.sites.get(site.number)!;
      if (status !== 'no-work' && status !== 'page-budget') return [];
      const expected = referenceCrawl(models, site.url, {
        ...optionsOf(spec, site),
        ...(killers !== undefined && { killers }),
      });
      return compare(expected, urls).map(text => `c${index + 1}, site ${site.number}: ${text}`);
    });
  });
}

function optionsOf({ duplicates, limit }: ResolvedSpec, { maxLevel }: ResolvedSite) {
  const without = Number.POSITIVE_INFINITY;
  return { duplicates, maxLevel: maxLevel ?? without, budget: limit ?? without };
}

function compare(expected: ReadonlyMap<string, ReferenceUrl>, found: ReadonlyMap<string, FoundUrl>): string[] {
  const differences = [...expected].flatMap(([url, wanted]) =>
    isSame(wanted, found.get(url))
      ? []
      : [`${url} is ${JSON.stringify(found.get(url))}, not ${JSON.stringify(wanted)}`],
  );
  const more = [...found.keys()].filter(url => !expected.has(url)).map(url => `${url} is not of this site`);
  return [...differences, ...more].slice(0, mostShown);
}

function isSame(wanted: ReferenceUrl, found: FoundUrl | undefined): boolean {
  if (found === undefined || found.outcome !== wanted.outcome) return false;
  const { level = wanted.level, foundOn = wanted.foundOn } = found;
  return level === wanted.level && foundOn === wanted.foundOn;
}
