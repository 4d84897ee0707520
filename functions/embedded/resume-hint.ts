/** The command that goes on with the crawl in `directory`, to be pasted into a shell; by npx where npx started us. */
export function resumeHint(directory: string, isExample = false, environment = process.env): string {
  return `${commandOn('resume', directory, environment)}${isExample ? ' --example' : ''}`;
}

/** The same of a watch. */
export function watchHint(directory: string, environment = process.env): string {
  return commandOn('watch run', directory, environment);
}

function commandOn(command: string, directory: string, environment: NodeJS.ProcessEnv): string {
  const program = environment['npm_command'] === 'exec' ? 'npx orbweaver' : 'orbweaver';
  const quoted = /^[\w./:@%+-]+$/.test(directory) ? directory : `'${directory.replaceAll("'", "'\\''")}'`;
  return `${program} ${command} ${quoted}`;
}
