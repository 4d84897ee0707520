import type { Command } from 'commander';
import { identitySettings } from '../../../shared/domain/http/request-identity.ts';
import { addAccessOptions, addSpecOptions } from '../spec/spec-options.ts';
import { lazily, type SetExitCode, showFirst } from '../terminal/program-parts.ts';

const examples = `
Examples:
  orbweaver traverse https://example.org/news
  orbweaver traverse https://example.org/calendar --clicks 1000 --out calendar
`;

/** `orbweaver traverse`: clicks through one page. */
export function addTraverse(program: Command, exit: SetExitCode): void {
  const traverse = program
    .command('traverse')
    .summary('click through a page and list the addresses it reveals')
    .description(
      'press the buttons of a page in a browser and list every address that the presses reveal, and how. Nothing is sent but GET requests',
    )
    .argument('<url>', 'the page')
    .optionsGroup('Browser:')
    .option('--browser <path>', 'an installed Chrome or Chromium (default: the one that npm brought)')
    .optionsGroup('Output:')
    .option('--known <file>', 'addresses that are known already, one a line (for --until-known)')
    .option('--out <directory>', 'write the state graph there, and go on where an earlier run was interrupted')
    .option('--json', 'the whole result as JSON on standard output')
    .optionsGroup('Options:');
  addSpecOptions(traverse, ['delayMs', 'robots', ...identitySettings, 'allowHosts', 'traverseOptions']);
  addAccessOptions(traverse);
  const usual = ['--clicks', '--until-known', '--never-press', '--delay', '--contact', '--known', '--out', '--json'];
  showFirst(traverse, { usual, examples }).action(
    lazily(async () => (await import('./traverse-command.ts')).traverse, exit),
  );
}
