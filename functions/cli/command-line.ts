import { buildProgram } from './program.ts';
import { runProgram } from './run-program.ts';

/** All commands. */
export async function main(args: readonly string[]): Promise<number> {
  return await runProgram(args, buildProgram);
}
