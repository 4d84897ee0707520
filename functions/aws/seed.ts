/**
 * Begins a run: writes the start pages of a crawl's sites some at a time, then the crawl itself; or takes a finished
 * crawl up again. Every part of it may run twice.
 */

import * as aws from '../../shared/adapters/aws/open.ts';
import type { CrawlOrder } from '../../shared/domain/protocol/crawl-record.ts';
import { BadInput } from '../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { fieldPath } from '../../shared/domain/spec/fields/field-path.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { changedSpec } from '../../shared/domain/spec/resolve/resume-changes.ts';
import { readList } from '../../shared/domain/spec/sites/list-text.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import { noteMissingSegments } from '../../shared/steps/life/lost-turns.ts';
import { resumeCrawl } from '../../shared/steps/life/resume-crawl.ts';
import { openCrawl, seedSites } from '../../shared/steps/life/start-crawl.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { demandDeployed, deployedNames } from './deployed-parts.ts';
import { logger } from './lambda-log.ts';
import { orderFile, specFile } from './life/control-files.ts';
import type { RunInput, SeedEvent, Seeded } from './life/life-events.ts';
import { isDeleted } from './life/removal.ts';
import { indexSources, seedWatch, watchSpec } from './seed-watch.ts';

/** Sites of one invocation. */
const sitesPerStep = 5_000;

type StartOrder = Extract<CrawlOrder, { kind: 'start' }>;

export async function handler(event: SeedEvent): Promise<Seeded> {
  const { crawl, run, seeded = 0 } = event;
  logger.info('seed', { crawl, run, seeded });
  if (await isDeleted(crawl)) return { crawl, run, seeded, done: true };
  const order = await orderFile(run).get(aws.openAwsObjects(crawl));
  try {
    const answer = order.kind === 'start' ? await seed(event, order) : await resume(event, order);
    if (answer.done) await aws.openAwsRegistry().markBegun(crawl);
    return answer;
  } catch (error) {
    // Reported at once, not after the retries, which cannot help it.
    if (error instanceof BadInput) await aws.openAwsRegistry().markFailed(crawl, error.refusals);
    throw error;
  }
}

async function seed(event: SeedEvent, order: StartOrder): Promise<Seeded> {
  const { crawl, run, seeded = 0 } = event;
  const spec = await specOf({ crawl, run }, order);
  if (order.watch !== undefined) return await seedWatch(event, spec, order.watch);
  await prepareScope(spec);
  const rules = createCrawlRules(spec);
  const until = Math.min(seeded + sitesPerStep, rules.spec.sites.length);
  await seedSites({ store: aws.openAwsStore('seed') }, crawl, rules, rules.spec.sites.slice(seeded, until));
  const done = until === rules.spec.sites.length;
  const ports = { clock: aws.openAwsClock(), store: aws.openAwsStore('seed'), queue: aws.openAwsQueue() };
  if (done) await openCrawl({ ...ports, budget: sharedBudget(ports) }, crawl, rules);
  return { crawl, run, seeded: until, done };
}

/** Resolved once: later steps read what the first one made of the list. */
async function specOf({ crawl, run }: RunInput, order: StartOrder): Promise<ResolvedSpec> {
  const objects = aws.openAwsObjects(crawl);
  const known = await specFile(run).find(objects);
  if (known !== undefined) return known;
  const { spec: given, sitesFrom: list } = order;
  const lists = list === undefined ? [] : [readList(await aws.openAwsFiles().readUpload(list), 'sitesFrom')];
  const resolved = resolveSpec([...lists, { spec: given, nameOf: fieldPath }], deployedNames());
  const spec = order.watch === undefined ? resolved : watchSpec(resolved, order.watch);
  await specFile(run).put(objects, spec);
  return spec;
}

async function resume({ crawl, run }: RunInput, order: Extract<CrawlOrder, { kind: 'resume' }>): Promise<Seeded> {
  const [clock, store, queue] = [aws.openAwsClock(), aws.openAwsStore('seed'), aws.openAwsQueue()];
  const objects = aws.openAwsObjects(crawl);
  const ports = { clock, store, queue, objects, budget: sharedBudget({ clock, store, queue }) };
  const row = await ports.store.readCrawl(crawl);
  if (row === undefined) throw new Error(`crawl ${crawl} is not in the table of crawls`);
  demandDeployed(row.spec);
  await prepareScope(row.spec);
  if (row.state === 'finished' && kindOf(row.spec).hasSegments) await noteMissingSegments(ports, row);
  // A repeat finds its own work done: the limits raised, the sites active.
  await resumeCrawl(ports, row, changedSpec(row.spec, order.raise));
  if (kindOf(row.spec).name === 'watch') await indexSources(crawl);
  return { crawl, run, seeded: 0, done: true };
}
