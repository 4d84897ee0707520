/** The command that goes on with the crawl in `directory`, to be pasted into a shell; by npx where npx started us. */
export function resumeHint(directory: string, isExample = false, environment = process.env): string {
  const program = environment['npm_command'] === 'exec' ? 'npx orbweaver' : 'orbweaver';
  const quoted = /^[\w./:@%+-]+$/.test(directory) ? directory : `'${directory.replaceAll("'", "'\\''")}'`;
  return `${program} resume ${quoted}${isExample ? ' --example' : ''}`;
}
