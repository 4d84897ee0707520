import { type Command, CommanderError } from 'commander';
import { refusalMark, refusalsOf, toldVariable } from '../embedded/told-refusals.ts';
import { exitCodes, failureOf } from './terminal/exit-codes.ts';
import type { SetExitCode } from './terminal/program-parts.ts';
import { refuseInOneLine } from './terminal/refused-line.ts';
import { spreadValues } from './terminal/several.ts';

/** Runs one command line of the program that `build` builds, and gives the exit code of the process. */
export async function runProgram(args: readonly string[], build: (exit: SetExitCode) => Command): Promise<number> {
  mindLostReaders();
  let exitCode: number = exitCodes.finished;
  const program = build(code => {
    exitCode = code;
  });
  try {
    await quiet(program).parseAsync(spreadValues(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has said what is wrong; its code is 0 where help or the version was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.finished : exitCodes.badInput;
    const failure = failureOf(error, Boolean(process.env['ORBWEAVER_DEBUG']));
    process.stderr.write(failure.text);
    if (process.env[toldVariable] !== undefined)
      process.stderr.write(`${refusalMark}${JSON.stringify(refusalsOf(error))}\n`);
    return failure.exitCode;
  }
}

/**
 * `orbweaver … | head` closes our output early: nobody waits for the rest of the results. Progress that nobody reads any
 * more is no reason to end a crawl, nor is there a place left to say so.
 */
function mindLostReaders(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.finished);
    process.stderr.write(`orbweaver: standard output cannot be written (${error.message}).\n`);
    process.exit(error.code === 'ENOSPC' ? exitCodes.busyOrFull : exitCodes.internalError);
  });
}

/** Commander throws instead of ending the process, and refuses in our words, in every command and what is below it. */
function quiet(command: Command, path = command.name()): Command {
  for (const each of command.commands) quiet(each, `${path} ${each.name()}`);
  return refuseInOneLine(command, path).exitOverride();
}
