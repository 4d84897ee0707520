import { BadInput, type Refusal, refusal } from '../../shared/domain/refusal/refusal.ts';
import { PluginFailure } from '../../shared/plugins/guarded-parts.ts';
import { DirectoryBusy, DirectoryGone, MachineRefusal } from './local-crawl.ts';

/** Asks a process of the command line to say why it ends as data too, in its own line on standard error. */
export const toldVariable = 'ORBWEAVER_TELL_REFUSALS';

/** The mark at the beginning of such a line; JSON follows. */
export const refusalMark = 'orbweaver-refusals: ';

/** Why a command ended with `error`. */
export function refusalsOf(error: unknown): readonly Refusal[] {
  if (error instanceof BadInput) return error.refusals;
  if (error instanceof DirectoryBusy || error instanceof DirectoryGone || error instanceof MachineRefusal)
    return [error.refusal];
  const message = error instanceof Error ? error.message : String(error);
  const [why = ''] = message.split('\n');
  return [error instanceof PluginFailure ? refusal('plugin-failed', { why }) : refusal('process-failed', { why })];
}

/** The last refusals that a process printed on standard error. */
export function lastTold(output: string): readonly Refusal[] | undefined {
  const last = output.split('\n').findLast(line => line.startsWith(refusalMark));
  return last === undefined ? undefined : (JSON.parse(last.slice(refusalMark.length)) as readonly Refusal[]);
}
