/** The thread on which the server looks into crawl directories: its answers to others never wait for a scan. */
import { parentPort } from 'node:worker_threads';
import { Calls } from '../embedded/threads/calls.ts';
import { LocalCrawls } from './local-crawls.ts';
import { LocalLabels } from './watches/local-labels.ts';
import { LocalOrganizations } from './watches/local-organizations.ts';
import { LocalWatches } from './watches/local-watches.ts';

if (parentPort === null) throw new Error('crawls-thread.ts is started by the server as a worker thread');
const calls = new Calls(parentPort);
calls.serve('crawls', new LocalCrawls());
calls.serve('watches', new LocalWatches());
calls.serve('labels', new LocalLabels());
calls.serve('organizations', new LocalOrganizations());
