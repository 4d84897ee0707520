/** The command that goes on with the crawl in `directory`, to be pasted into a shell. */
export function resumeHint(directory: string, isExample: boolean): string {
  const quoted = /^[\w./:@%+-]+$/.test(directory) ? directory : `'${directory.replaceAll("'", "'\\''")}'`;
  return `orbweaver resume ${quoted}${isExample ? ' --example' : ''}`;
}
