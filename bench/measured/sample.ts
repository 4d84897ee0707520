import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServedSite } from '../servers/server-process.ts';
import { measure, type Usage } from './measure.ts';
import type { Program } from './programs.ts';

/** One run of a program, or the medians of several; pages are the different ones that the *server* gave out. */
export interface Sample extends Usage {
  readonly pages: number;
}

/** Runs a program once on a site. Throws where it fails or requests no page. */
export async function sample(program: Program, site: ServedSite): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-bench-'));
  try {
    await site.takeTally();
    const { command, variables } = program.command(site.origin, folder);
    const usage = await measure(command, variables);
    const { distinctPages } = await site.takeTally();
    if (distinctPages === 0) throw new Error(`${program.name} asked for no page of ${site.origin}`);
    return { ...usage, pages: distinctPages };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The median of each quantity by itself. */
export function medianOf(samples: readonly Sample[]): Sample {
  const of = (quantity: keyof Sample) => median(samples.map(one => one[quantity]));
  return {
    cpuSeconds: of('cpuSeconds'),
    wallSeconds: of('wallSeconds'),
    peakMb: of('peakMb'),
    pages: of('pages'),
  };
}

export function cpuMsPerPage({ cpuSeconds, pages }: Sample): number {
  return (cpuSeconds * 1_000) / pages;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
