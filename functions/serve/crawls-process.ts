/** The process in which the server looks into crawl directories: its answers to others never wait for a file. */

import { Calls, processChannel } from '../embedded/threads/calls.ts';
import { endWithParent } from '../embedded/threads/end-with-parent.ts';
import { LocalCrawls } from './local-crawls.ts';
import { localStoresPlace } from './watches/local-stores-place.ts';
import { localWatches } from './watches/local-watches.ts';
import { storedWatches } from './watches/stored-watches.ts';

// Ctrl-C reaches all processes of a terminal: the server ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
endWithParent();

const calls = new Calls(processChannel(process, () => process.exit(1)));
calls.serve('process', { answers: async () => true });
calls.serve('crawls', new LocalCrawls());
calls.serve('watches', localWatches());
calls.serve('stores', storedWatches(localStoresPlace()));
