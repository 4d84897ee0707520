/**
 * Calls `first` at the first Ctrl-C (or SIGTERM), `second` at the next. A third one ends the process as if nobody
 * listened. The answer gives the signals back.
 */
export function onInterrupts(first: () => void, second: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let count = 0;
  const interrupt = () => {
    count += 1;
    if (count === 1) return first();
    release();
    second();
  };
  const release = () => {
    for (const signal of signals) process.off(signal, interrupt);
  };
  for (const signal of signals) process.on(signal, interrupt);
  return release;
}
