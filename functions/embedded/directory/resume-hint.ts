import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Written when a watch is made, or at its first run. */
export const filesOfWatch: readonly string[] = ['findings.json', 'watch.db'];

/** The command that continues the crawl in `directory`, to be pasted into a shell; by npx where npx started us. */
export function resumeHint(directory: string, isExample = false, environment = process.env): string {
  return `${commandOn('resume', directory, environment)}${isExample ? ' --example' : ''}`;
}

/** The same of a watch. */
export function watchHint(directory: string, environment = process.env): string {
  return commandOn('watch run', directory, environment);
}

/** The command that continues whatever is in `directory`. */
export function goOnHint(directory: string, environment = process.env): string {
  const isWatch = filesOfWatch.some(name => existsSync(join(directory, name)));
  return isWatch ? watchHint(directory, environment) : resumeHint(directory, false, environment);
}

function commandOn(command: string, directory: string, environment: NodeJS.ProcessEnv): string {
  const program = environment['npm_command'] === 'exec' ? 'npx orbweaver' : 'orbweaver';
  const quoted = /^[\w./:@%+-]+$/.test(directory) ? directory : `'${directory.replaceAll("'", "'\\''")}'`;
  return `${program} ${command} ${quoted}`;
}
