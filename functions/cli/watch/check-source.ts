import { findAtSource } from '../../embedded/watch/find-at-source.ts';
import { onInterrupts } from '../commands/interrupts.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { findingsText } from './findings-text.ts';

export interface CheckSourceOptions extends OptionValues {
  readonly requests: number;
  /** False: no page is shown in a browser. */
  readonly browser?: boolean;
  readonly json?: true;
}

/** `orbweaver watch sources check`: what there is at a source. */
export async function checkSource(address: string, options: CheckSourceOptions): Promise<number> {
  const { spec } = await gatherSpec({ urls: [address], options });
  const { url, delayMs } = spec.sites[0]!;
  const release = onInterrupts(
    () => process.exit(exitCodes.stopped),
    () => process.exit(exitCodes.stopped),
  );
  try {
    const { requests: mostRequests, browser } = options;
    const at = await findAtSource(spec, {
      url,
      delayMs,
      mostRequests,
      ...(browser !== undefined && { browser }),
    });
    process.stdout.write(options.json ? `${JSON.stringify(at.found, null, 1)}\n` : findingsText(at));
    return at.found.state === 'found' ? exitCodes.finished : exitCodes.nothingCrawled;
  } finally {
    release();
  }
}
