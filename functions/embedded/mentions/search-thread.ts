/** The thread on which stored publications are searched: its process answers others meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { openLocalPublications } from '../../../shared/adapters/local/open.ts';
import { Calls } from '../threads/calls.ts';
import { watchSearch } from './watch-search.ts';

if (parentPort === null) throw new Error('search-thread.ts is started as a worker thread');
const { directory } = workerData as { readonly directory: string };

/** How long a piece of work takes, ms. */
const pieceMs = 500;

const thread = {
  /** A list or a model that is set meanwhile is searched with, too. */
  async search(): Promise<void> {
    using publications = await openLocalPublications(directory);
    const { advance } = watchSearch(publications);
    while (!(await advance(pieceMs)));
  },
};

new Calls(parentPort).serve('search', thread);
