import { localClock, openLocalFetcher } from '../../../shared/adapters/local/open.ts';
import { requestIdentityOf } from '../../../shared/domain/spec/request-identity.ts';
import { askPolitely } from '../../../shared/steps/page/polite-asker.ts';
import { findEntries } from '../../../shared/wings/publications/finding/find-entries.ts';
import { onInterrupts } from '../commands/interrupts.ts';
import { gatherSpec } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { findingsText } from './findings-text.ts';

export interface CheckSourceOptions extends OptionValues {
  readonly requests: number;
  readonly json?: true;
}

/** `orbweaver watch sources check`: what there is at a source. */
export async function checkSource(address: string, options: CheckSourceOptions): Promise<number> {
  const { spec } = await gatherSpec({ urls: [address], options });
  const { url, delayMs } = spec.sites[0]!;
  const fetcher = await openLocalFetcher(spec);
  const release = onInterrupts(
    () => process.exit(exitCodes.stopped),
    () => process.exit(exitCodes.stopped),
  );
  try {
    const identity = requestIdentityOf(spec);
    const asking = askPolitely(fetcher, { clock: localClock(), identity, delayMs, robots: spec.robots });
    const found = await findEntries(url, { ...asking, mostRequests: options.requests, nowMs: Date.now() });
    process.stdout.write(options.json ? `${JSON.stringify(found, null, 1)}\n` : findingsText(found, asking.fault()));
    return found.state === 'found' ? exitCodes.finished : exitCodes.nothingCrawled;
  } finally {
    release();
    await fetcher.close();
  }
}
