// Loaded into every Node process that a measured program starts (`NODE_OPTIONS=--require`): at its exit the process
// adds its peak resident memory in KiB (getrusage(2), ru_maxrss, all threads) as one line to BENCH_PEAK_FILE. CommonJS,
// for types and modules of their own would cost the measured process 20 MB and 30 ms.
const { appendFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env.BENCH_PEAK_FILE;
if (isMainThread && file !== undefined) {
  process.on('exit', () => appendFileSync(file, `${process.resourceUsage().maxRSS}\n`));
}
