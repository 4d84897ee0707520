/** The thread on which the server looks into crawl directories: its answers to others never wait for a scan. */
import { parentPort } from 'node:worker_threads';
import { Calls } from '../embedded/threads/calls.ts';
import { LocalCrawls } from './local-crawls.ts';
import { localLabels } from './watches/local-labels.ts';
import { localWatches } from './watches/local-watches.ts';

if (parentPort === null) throw new Error('crawls-thread.ts is started by the server as a worker thread');
const calls = new Calls(parentPort);
calls.serve('crawls', new LocalCrawls());
calls.serve('watches', localWatches());
calls.serve('labels', localLabels());
