import { setTimeout as sleep } from 'node:timers/promises';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { askSecond, type SecondCounts } from '../../../shared/wings/publications/labels/second-tones.ts';
import { mostCost } from '../../../shared/wings/publications/tone/asked/asked-tone.ts';
import { withLabels } from '../../embedded/labels/open-labels.ts';
import { formatCount, formatCounted } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import type { EngineOptions } from './engine-options.ts';
import { type OpenedEngine, openEngine } from './open-engine.ts';

const dayMs = 86_400_000;
const pauseMs = 30_000;

interface AskOptions extends EngineOptions {
  readonly follow?: true;
}

/** `orbweaver tone ask`: another engine beside the model of a watch. `--budget` is for a day (UTC), of all processes together. */
export async function askWatch(directory: string, options: AskOptions): Promise<number> {
  if (options.engine === 'linear-1') throw new BadCommand(['--engine linear-1 is what the watch uses already.']);
  const day = startOfDay();
  const opened = await openEngine(options);
  const counts = await ask(directory, options, opened, day);
  const told = opened.told();
  if (told !== undefined) process.stderr.write(`orbweaver: ${told}\n`);
  process.stdout.write(`${opened.engine.name}: ${endOf(counts)}\n`);
  if (options.follow === true) await follow(directory, options);
  return counts.failed > 0 ? exitCodes.badInput : exitCodes.finished;
}

/** Asks about what is new, until the process is ended. A fault is said once, and the question is asked again later. */
async function follow(directory: string, options: AskOptions): Promise<never> {
  let opened: (OpenedEngine & { readonly day: number }) | undefined;
  for (let said = ''; ; await sleep(pauseMs)) {
    const day = startOfDay();
    try {
      // The budget of an engine is for a day, too.
      if (opened?.day !== day) opened = { ...(await openEngine(options)), day };
      const counts = await ask(directory, options, opened, day);
      if (counts.answered + counts.failed > 0) process.stdout.write(`${opened.engine.name}: ${endOf(counts)}\n`);
      said = '';
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      opened = undefined;
      if (error.message !== said) process.stderr.write(`orbweaver: ${error.message}\n`);
      said = error.message;
    }
  }
}

async function ask(
  directory: string,
  { budget = Number.POSITIVE_INFINITY, price }: AskOptions,
  { engine, parallel, spent }: OpenedEngine,
  day: number,
): Promise<SecondCounts> {
  const most = price === undefined ? () => 0 : (item: Parameters<typeof mostCost>[0]) => mostCost(item, price);
  return await withLabels(
    directory,
    'write',
    async stores => await askSecond(stores, engine, { parallel, now: Date.now, day, budget, spent, most }),
  );
}

function startOfDay(): number {
  return Math.floor(Date.now() / dayMs) * dayMs;
}

function endOf({ answered, failed, isBudgetUsed }: SecondCounts): string {
  const end = isBudgetUsed ? ' The budget of today is used up: the same command goes on tomorrow.' : '';
  return `${formatCounted(answered, 'mention')} answered, ${formatCount(failed)} without an answer.${end}`;
}
