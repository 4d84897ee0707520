/** The thread on which a model is trained: its process answers others meanwhile. A thread that is ended leaves the model as it was. */
import { parentPort, workerData } from 'node:worker_threads';
import { openLocalPublications } from '../../../shared/adapters/local/open.ts';
import { watchSearch } from '../mentions/watch-search.ts';
import { Calls } from '../threads/calls.ts';
import { labelStoresOf } from './open-labels.ts';
import type { TrainingListener, TrainingProgress, TrainingTask } from './train-apart.ts';
import { type TrainedWatch, trainWatch } from './train-watch.ts';

if (parentPort === null) throw new Error('train-thread.ts is started as a worker thread');
const port = parentPort;
const { directory, ...order } = workerData as TrainingTask;

const calls = new Calls(port);
const listener = calls.remote<TrainingListener>('listener');
const tell = (progress: TrainingProgress): void => void listener.told(progress);

/** Searching is reported at most so often, ms. */
const searchMs = 1_000;

const thread = {
  async train(): Promise<TrainedWatch> {
    using publications = await openLocalPublications(directory);
    const stores = labelStoresOf(publications);
    const trained = await trainWatch(stores, order, share => tell({ stage: 'training', share }));
    if (trained.report.isAdopted) await tellTones(publications);
    return trained;
  },
};

/** All stored mentions get the tones of the new model. A watch that runs does the same; neither does what the other has done. */
async function tellTones(publications: Awaited<ReturnType<typeof openLocalPublications>>): Promise<void> {
  const { search, advance } = watchSearch(publications);
  const current = await search();
  if (current === undefined) return;
  const key = { list: current.list, models: current.teller.name };
  let isDone = false;
  while (!isDone) {
    isDone = await advance(searchMs);
    const { searched, all } = await publications.mentions.searchProgress(key);
    tell({ stage: 'telling', share: all === 0 ? 1 : searched / all });
  }
}

calls.serve('training', thread);
