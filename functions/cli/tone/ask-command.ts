import { askSecond } from '../../../shared/wings/publications/labels/second-tones.ts';
import { mostCost } from '../../../shared/wings/publications/tone/asked/asked-tone.ts';
import { withLabels } from '../../embedded/labels/open-labels.ts';
import { formatCount, formatCounted } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import type { EngineOptions } from './engine-options.ts';
import { openEngine } from './open-engine.ts';

const dayMs = 86_400_000;

/** `orbweaver tone ask`: another engine beside the model of a watch. `--budget` is for a day (UTC). */
export async function askWatch(directory: string, options: EngineOptions): Promise<number> {
  const { budget, price } = options;
  if (options.engine === 'linear-1') throw new BadCommand(['--engine linear-1 is what the watch uses already.']);
  return await withLabels(directory, 'write', async stores => {
    const day = Math.floor(Date.now() / dayMs) * dayMs;
    const before = await stores.second.spentSince(`${options.engine} ${options.model}`, day);
    const left = budget === undefined ? undefined : budget - before;
    if (left !== undefined && left <= 0) {
      process.stdout.write(`The budget of today is used up: $${before.toFixed(4)} of $${budget}. Nothing was asked.\n`);
      return exitCodes.finished;
    }
    const opened = await openEngine({ ...options, ...(left !== undefined && { budget: left }) });
    const { answered, failed, isBudgetUsed } = await askSecond(stores, opened.engine, {
      ...{ parallel: opened.parallel, now: Date.now, day, spent: opened.spent },
      most: item => (price === undefined ? 0 : mostCost(item, price)),
    });
    const told = opened.told();
    if (told !== undefined) process.stderr.write(`orbweaver: ${told}\n`);
    const end = isBudgetUsed ? ' The budget of today is used up: the same command goes on tomorrow.' : '';
    process.stdout.write(
      `${opened.engine.name}: ${formatCounted(answered, 'mention')} answered, ${formatCount(failed)} without an answer.${end}\n`,
    );
    return failed > 0 ? exitCodes.badInput : exitCodes.finished;
  });
}
