import type { Command } from 'commander';
import { lazily, type SetExitCode, showFirst } from '../terminal/program-parts.ts';

const examples = `
Examples:
  orbweaver login https://h.example/login
  orbweaver login https://h.example/login --steps login.yaml --out amy.json
  orbweaver crawl https://h.example --cookies amy.json
`;

const more = `
The steps are a list in YAML: open: ADDRESS; fill: SELECTOR with value: TEXT, env: VARIABLE or file: FILE;
click: SELECTOR; wait: SELECTOR. They begin at the page of the address.
`;

/** `orbweaver login`: a login by a form. */
export function addLogin(program: Command, exit: SetExitCode): void {
  const login = program
    .command('login')
    .summary('log in to a site in a browser, for crawl --cookies')
    .description(
      'open a browser window, or take steps of a file, and write the cookies of the login into a file that only you can read',
    )
    .argument('<url>', 'page with the form; a host name alone is taken as https')
    .option('--steps <file>', 'do these steps, without a window')
    .option('--out <file>', 'where the cookies go; HOST.cookies.json where it is not given')
    .option('--proxy <url>', 'http, https or socks5, without a password');
  showFirst(login, { usual: ['--steps', '--out'], examples, more }).action(
    lazily(async () => (await import('./login-command.ts')).login, exit),
  );
}
