/** Lets what waits for a thread through, every so many ms of its work. */
export function pausesEvery(ms: number): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < ms) return undefined;
    return new Promise(resolve => {
      // Behind the messages that are there.
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
