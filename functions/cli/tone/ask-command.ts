import { askSecond, type SecondCounts } from '../../../shared/wings/publications/labels/second-tones.ts';
import { mostCost } from '../../../shared/wings/publications/tone/asked/asked-tone.ts';
import { withLabels } from '../../embedded/labels/open-labels.ts';
import { dropEngine, type KeptEngine, keepEngine, keptEngines } from '../../embedded/watch/kept-engines.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { BadCommand, formatCount, formatCounted } from '../terminal/print.ts';
import { askedOptions, type EngineOptions } from './engine-options.ts';
import { type OpenedEngine, openEngine } from './open-engine.ts';

const dayMs = 86_400_000;

/** `orbweaver tone ask`: another engine beside the model of a watch. `--budget` is for a day (UTC), of all processes together. */
export async function askWatch(directory: string, options: EngineOptions & { readonly keep?: true }): Promise<number> {
  const { engine: kind, model = '', keep } = options;
  if (kind === 'linear-1') throw new BadCommand(['--engine linear-1 is what the watch uses already.']);
  const opened = await openEngine(options);
  // Refuses what is no watch before the engine is kept.
  await withLabels(directory, 'read', async () => {});
  const asked = Object.fromEntries(askedOptions.map(each => [each, options[each]]));
  if (keep === true) keepEngine(directory, { ...asked, name: opened.engine.name, engine: kind, model });
  const counts = await askOpened(directory, opened, options, startOfDay());
  const told = opened.told();
  if (told !== undefined) process.stderr.write(`orbweaver: ${told}\n`);
  const kept = keep === true ? ' "watch run" asks it from now on.' : '';
  process.stdout.write(`${opened.engine.name}: ${endOf(counts)}${kept}\n`);
  return counts.failed > 0 ? exitCodes.badInput : exitCodes.finished;
}

/** `orbweaver tone engines`: those that `watch run` asks, and what they answered. */
export async function showEngines(
  directory: string,
  { remove, json }: { readonly remove?: string; readonly json?: true },
): Promise<void> {
  const names = keptEngines(directory).map(({ name }) => name);
  if (remove !== undefined && !names.includes(remove))
    throw new BadCommand([
      `--remove ${remove} is no engine that "watch run" asks; it asks ${names.join(', ') || 'none'}.`,
    ]);
  if (remove !== undefined) dropEngine(directory, remove);
  const rows = await withLabels(directory, 'read', async ({ second }) => {
    const opinions = await second.secondOpinions();
    return await Promise.all(
      keptEngines(directory).map(async engine => ({
        ...engine,
        answered: opinions.filter(each => each.engine === engine.name).length,
        spentToday: await second.spentSince(engine.name, startOfDay()),
      })),
    );
  });
  const text = rows.length === 0 ? '"watch run" asks no other engine.\n' : rows.map(engineLine).join('');
  process.stdout.write(json === true ? `${JSON.stringify(rows)}\n` : text);
}

function engineLine(engine: KeptEngine & Record<'answered' | 'spentToday', number>): string {
  const money = engine.budget === undefined ? '' : `; $${engine.spentToday.toFixed(4)} of $${engine.budget} today`;
  return `${engine.name}: ${formatCounted(engine.answered, 'organization')} in publications answered${money}\n`;
}

/** Asks an engine that is open about what is not answered. `day`: whose budget is spent. */
export async function askOpened(
  directory: string,
  { engine, parallel, spent }: OpenedEngine,
  { budget = Number.POSITIVE_INFINITY, price }: Pick<EngineOptions, 'budget' | 'price'>,
  day: number,
  isStopped = () => false,
): Promise<SecondCounts> {
  const most = price === undefined ? () => 0 : (item: Parameters<typeof mostCost>[0]) => mostCost(item, price);
  const options = { parallel, now: Date.now, day, budget, spent, most, isStopped };
  return await withLabels(directory, 'write', async stores => await askSecond(stores, engine, options));
}

export function startOfDay(): number {
  return Math.floor(Date.now() / dayMs) * dayMs;
}

export function endOf({ answered, failed, fault, isBudgetUsed }: SecondCounts): string {
  const end = isBudgetUsed ? ' The budget of today is used up: the same command goes on tomorrow.' : '';
  const why = fault === undefined ? '' : `, the last because ${fault}`;
  return `${formatCounted(answered, 'mention')} answered, ${formatCount(failed)} without an answer${why}.${end}`;
}
