import { Worker } from 'node:worker_threads';

/** How often it is looked whether the parent is there. */
const lookMs = 1_000;

/**
 * Ends this process with its parent, however that ended: at once by the channel to it; within a statement or a loop, which
 * hears of no channel, by a thread that sees another parent.
 */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  const look = `process.ppid === ${process.ppid} || process.kill(${process.pid}, 'SIGKILL')`;
  new Worker(`setInterval(() => ${look}, ${lookMs})`, { eval: true }).unref();
}
