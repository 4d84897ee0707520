import { findLocalFault } from '../../shared/adapters/local/open.ts';
import { allowance, BadInput } from '../../shared/domain/refusal/refusal.ts';
import type { SystemFaultKind } from '../../shared/domain/refusal/system-fault.ts';
import { PluginFailure } from '../../shared/plugins/guarded-parts.ts';
import { MachineRefusal } from './local-crawl.ts';

/** The faults by which the machine stops a crawl in the middle; whatever else is wrong with a file is the file's own. */
const refusals: readonly SystemFaultKind[] = ['full', 'denied', 'limit', 'broken', 'busy'];

/**
 * `error`, or the `MachineRefusal` that it is, of work on the crawl in `directory`. A plugin may have its own files: of
 * its failures only a full disk counts.
 */
export function refusalOr(error: unknown, directory: string, next?: string): unknown {
  if (error instanceof BadInput || error instanceof MachineRefusal) return error;
  const fault = findLocalFault(error, directory);
  if (fault === undefined || !refusals.includes(fault.kind)) return error;
  if (error instanceof PluginFailure && fault.kind !== 'full') return error;
  return new MachineRefusal(fault, directory, next, error);
}

export interface Advice {
  /** The step that is left to a person once the machine can do it. */
  readonly next?: string;
  /** Says what is allowed in place of a directory that cannot be written. */
  readonly code?: 'not-writable' | 'copy-not-writable' | 'export-not-writable';
}

/** The same before anything was done: a directory that cannot be used is the wrong one. */
export function refusalAtStart(
  error: unknown,
  directory: string,
  { next, code = 'not-writable' }: Advice = {},
): unknown {
  const refusal = refusalOr(error, directory, next);
  if (!(refusal instanceof MachineRefusal) || refusal.fault.kind !== 'denied') return refusal;
  const { path = directory, words, code: fault } = refusal.fault;
  const file = path === directory ? '' : `${path}: `;
  return new BadInput([allowance(code, { directory, why: `${file}${words}`, fault })]);
}
