import type { ChildProcess, Serializable } from 'node:child_process';
import type { Channel } from './calls.ts';

/**
 * Calls between a process and its child, which was started with advanced serialization. `unsent` is called where something
 * cannot be sent: nobody may wait for an answer to it.
 */
export function processChannel(other: ChildProcess | NodeJS.Process, unsent: () => void): Channel {
  return {
    postMessage: value =>
      void other.send?.(value as Serializable, undefined, {}, error => {
        if (error !== null) unsent();
      }),
    on: (event, listener) => other.on(event, listener),
  };
}
