import { Worker } from 'node:worker_threads';

/** How often it is looked whether the parent is there. */
const lookMs = 1_000;

/**
 * Ends this process with its parent. The closed channel ends it at once. A process within a statement or a loop does not notice
 * the channel: a thread ends it when the parent is another process.
 */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  const look = `process.ppid === ${process.ppid} || process.kill(${process.pid}, 'SIGKILL')`;
  new Worker(`setInterval(() => ${look}, ${lookMs})`, { eval: true }).unref();
}
