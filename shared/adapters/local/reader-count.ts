import { availableParallelism } from 'node:os';
import { allowance, BadInput, refusedValue } from '../../domain/refusal/refusal.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { manySites } from './many-sites.ts';

const variable = 'ORBWEAVER_READERS';
const mostAllowed = 64;

/**
 * Number of threads that read pages of a crawl beside the state thread. 0 for few sites, because turns of a site are parsed in
 * sequence, and with plugins, because their parts may have memory. Throws `BadInput` for a bad ORBWEAVER_READERS.
 */
export function readerCount(spec: ResolvedSpec, cores = availableParallelism(), environment = process.env): number {
  const most = mostReaders(cores, environment[variable]);
  return spec.sites.length > manySites && kindOf(spec).hasSegments && spec.plugins.length === 0 ? most : 0;
}

/** A single thread reads twice as fast as the state thread claims. */
function mostReaders(cores: number, given = ''): number {
  if (given === '') return cores > 1 ? 1 : 0;
  const count = Number(given);
  if (/^\d+$/.test(given) && count <= mostAllowed) return count;
  const of = 'threads that read pages';
  throw new BadInput([refusedValue(variable, given, allowance('whole-number', { least: 0, most: mostAllowed, of }))]);
}
