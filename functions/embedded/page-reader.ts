/**
 * A process that reads the pages of one turn, because a worker died while it read them before. If this process dies too,
 * its parent learns at which page.
 */
import { writeFileSync } from 'node:fs';
import { openLocalObjects } from '../../shared/adapters/local/open.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import { type ReadTurn, TurnReader } from '../../shared/domain/turn/turn-reader.ts';
import { decodeTurnRecord } from '../../shared/domain/turn/turn-record.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import type { ReadingApart } from '../../shared/steps/parse/parse-worker.ts';
import type { SuspectEntry, VisitedTurn } from '../../shared/wings/publications/visits/source-reader.ts';
import { loadParts } from './plugins/load-parts.ts';
import { Calls, processChannel } from './threads/calls.ts';

/** The calls that the starter may make to the process. */
export interface PageReader {
  read(directory: string, reading: ReadingApart): Promise<ReadTurn>;
  /** Reads one entry of a watch, and keeps nothing. */
  tryEntry(directory: string, suspect: SuspectEntry): Promise<void>;
}

/** The calls from the process to its starter. */
export interface ReadingWatch {
  /** Answers before the page is read. */
  begins(page: number): Promise<void>;
}

/** On Linux the kernel, where it is out of memory, ends this process rather than its parent. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000', { flag: 'r+' });
} catch {
  // Another system, or a container that does not allow it: then the kernel chooses.
}

// Its parent is gone, and nobody waits for the pages.
process.once('disconnect', () => process.exit());

const calls = new Calls(processChannel(process, () => process.exit(1)));
const watch = calls.remote<ReadingWatch>('watch');

const reader: PageReader = {
  async read(directory, { bodies, spec, origin, home, outcomes }) {
    const objects = openLocalObjects(directory, spec.durability);
    const record = decodeTurnRecord(await objects.get(bodies));
    const { analyzers } = await loadParts(spec);
    await prepareScope(spec);
    const reading = new TurnReader(spec, origin, analyzers, home).readPages(record, outcomes);
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
      await watch.begins(step.value);
    }
  },
  async tryEntry(directory, { bodies, spec, site, index, watched, memory, settings }) {
    const { tryVisited } = await import('../../shared/wings/publications/watch/visit-reader.ts');
    const { withRedirects } = await import('../../shared/wings/publications/visits/sent-on.ts');
    const { withSharedLooks } = await import('../../shared/wings/publications/visits/claim-named.ts');
    const fetched = decodeTurnRecord(await openLocalObjects(directory, spec.durability).get(bodies));
    const rules = createCrawlRules(spec);
    const own = rules.siteKey(fetched.origin);
    const belongs = (address: string): boolean => rules.siteKey(address) === own;
    const record = withSharedLooks(withRedirects(fetched, belongs));
    const visited: VisitedTurn = {
      ...{ site, rules, record, memory, settings, belongs },
      watched: new Map(watched.map(each => [each.identity, each])),
      killers: [...record.entries.keys()].filter(other => other !== index),
      reading: async page => {
        if (page !== undefined) await watch.begins(page);
      },
    };
    await tryVisited(visited, spec.watch!);
  },
};
calls.serve('reader', reader);
