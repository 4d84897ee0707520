import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into every Node process that a measured program starts (`NODE_OPTIONS=--import`): at its exit the process
// adds its peak resident memory in KiB (getrusage(2), ru_maxrss, all threads) as one line to BENCH_PEAK_FILE.
const file = process.env['BENCH_PEAK_FILE'];
if (isMainThread && file !== undefined) {
  process.on('exit', () => appendFileSync(file, `${process.resourceUsage().maxRSS}\n`));
}
