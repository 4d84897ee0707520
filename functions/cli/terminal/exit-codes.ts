import { BadInput, englishSentence } from '../../../shared/domain/refusal/refusal.ts';
import { type SystemFault, systemFaultOf, troubleWith } from '../../../shared/domain/refusal/system-fault.ts';
import { PluginFailure } from '../../../shared/plugins/guarded-parts.ts';
import type { CrawlSummary, SiteSummary } from '../../../shared/report/summary.ts';
import { DirectoryBusy, DirectoryGone, MachineRefusal } from '../../embedded/local-crawl.ts';
import { BadCommand } from './print.ts';

export const exitCodes = {
  finished: 0,
  internalError: 1,
  nothingCrawled: 2,
  stopped: 3,
  badInput: 4,
  busyOrFull: 5,
  startPages: 6,
  /** Of `orbweaver scope` and `robots`. */
  notAllowed: 7,
  /** Of `orbweaver diff`. */
  different: 10,
} as const;

/** Any limit is a finish; so is a crawl that was finished before. */
export function exitCodeOf(summary: CrawlSummary): number {
  if (summary.unchanged) return exitCodes.finished;
  if (summary.finishReason === 'stopped') return exitCodes.stopped;
  // The crawl has lost what it had stored, and could not have it again.
  if (summary.sites.some(({ skippedBy }) => skippedBy.lost !== undefined)) return exitCodes.busyOrFull;
  if (summary.outcomes.nodes === 0) return exitCodes.nothingCrawled;
  return summary.sites.some(hasFailed) ? exitCodes.startPages : exitCodes.finished;
}

/** Whether a site that counts has no page, for its start page gave none. */
export function hasFailed({ finishReason, startFault }: SiteSummary): boolean {
  return startFault !== undefined && finishReason !== 'removed' && finishReason !== 'same-as';
}

/** The text for people about `error`, and the exit code. */
export function failureOf(error: unknown, debug: boolean): { readonly text: string; readonly exitCode: number } {
  if (error instanceof BadInput || error instanceof BadCommand)
    return { text: lines(error.sentences), exitCode: exitCodes.badInput };
  if (error instanceof DirectoryBusy || error instanceof DirectoryGone || error instanceof MachineRefusal) {
    const detail = debug && error.cause !== undefined ? `${stackOf(error)}\n` : '';
    return { text: `${lines([error.message])}${detail}`, exitCode: exitCodes.busyOrFull };
  }
  const fault = error instanceof PluginFailure ? undefined : systemFaultOf(error);
  if (fault !== undefined) return faultText(fault, debug ? `${stackOf(error)}\n` : '');
  const message = error instanceof Error ? error.message : String(error);
  const [firstLine = ''] = message.split('\n');
  const whose = error instanceof PluginFailure ? '' : 'internal error: ';
  const detail = debug ? stackOf(error) : 'Set ORBWEAVER_DEBUG=1 to see where it happened.';
  return { text: `orbweaver: ${whose}${firstLine}\n${detail}\n`, exitCode: exitCodes.internalError };
}

/** Of the machine, whatever was requested; what is wrong with one file is the input's fault. */
const ofMachine: readonly SystemFault['kind'][] = ['full', 'limit', 'broken', 'busy'];

function faultText(fault: SystemFault, detail: string): ReturnType<typeof failureOf> {
  const exitCode = ofMachine.includes(fault.kind) ? exitCodes.busyOrFull : exitCodes.badInput;
  return { text: `${lines([`${englishSentence(troubleWith(fault, fault.path ?? 'a file'))}.`])}${detail}`, exitCode };
}

/** With the stacks of what caused it, as far as they are known. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error.stack) : `${error.stack}\nCaused by: ${stackOf(error.cause)}`;
}

function lines(sentences: readonly string[]): string {
  return sentences.map(sentence => `orbweaver: ${sentence}\n`).join('');
}
