import type { Command } from 'commander';
import { lazily, type SetExitCode, showFirst } from '../terminal/program-parts.ts';

const examples = `
Examples:
  orbweaver identity page --name "Web maps" --contact maps@a.example
  orbweaver identity page --name "Web maps" --contact maps@a.example
      --key https://maps.a.example
  orbweaver crawl https://b.example --sign
`;

/** `orbweaver identity`: who crawls, for the owners of sites. */
export function addIdentity(program: Command, exit: SetExitCode): void {
  const identity = program
    .command('identity')
    .summary('write a page about your crawler, and make a key that signs its requests')
    .description(
      'write a page to host that says who crawls, why, and how to refuse it; with --key also the directory of a key, for crawl --sign',
    )
    .argument('<directory>', 'where the files go; a page that is there is written anew')
    .requiredOption('--name <text>', 'name of the study or the group')
    .requiredOption('--contact <address>', 'e-mail or web address')
    .option('--about <text>', 'what the pages are for, in a sentence or two')
    .option('--user-agent <name>', 'User-Agent header of your crawls')
    .option('--key <origin>', 'make an Ed25519 key; the https origin where you host the directory');
  showFirst(identity, { usual: ['--name', '--contact', '--about', '--key'], examples }).action(
    lazily(async () => (await import('./identity-command.ts')).identity, exit),
  );
}
