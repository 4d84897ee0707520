/** Takes the exit code of a command that ended without an error. */
export type SetExitCode = (code: number) => void;

/**
 * An action of a command that loads its code when it runs, so that `--help` and `--version` are quick. `exit` gets the exit
 * code that the code returns, if it returns one.
 */
export function lazily<Args extends readonly unknown[]>(
  load: () => Promise<(...args: Args) => Promise<unknown>>,
  exit?: SetExitCode,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const run = await load();
    // Commander gives the command itself behind its arguments and options.
    const code = await run(...(args.slice(0, -1) as unknown as Args));
    if (typeof code === 'number') exit?.(code);
  };
}
