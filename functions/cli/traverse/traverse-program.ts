import { type Command, InvalidArgumentError, Option } from 'commander';
import { traversalDefaults } from '../../../shared/wings/publications/traversal/traversal-settings.ts';
import { addSpecOptions } from '../spec/spec-options.ts';
import type { TraverseOptions } from './traverse-command.ts';

/** `orbweaver traverse`: clicks through one page. */
export function addTraverse(program: Command, exit: (code: number) => void): void {
  const traverse = program
    .command('traverse')
    .summary('click through a page and list the addresses that its scripts bring to light')
    .description(
      'Presses the buttons of a page in a browser and lists every address that comes to light, and how. Nothing is sent but GET requests.',
    )
    .argument('<url>', 'the page')
    .optionsGroup('Limits:')
    .addOption(count('--clicks <n>', 'presses in all, 0: no limit', traversalDefaults.clicks))
    .addOption(count('--until-known <n>', 'leave a list after n known addresses in a row, 0: never', 0))
    .addOption(count('--pairs <n>', 'pairs of buttons pressed in a row at the end', traversalDefaults.pairs))
    .addOption(count('--fruitless <n>', 'presses in vain before a button is left alone', traversalDefaults.fruitless))
    .addOption(count('--history <n>', 'presses that the result of a press may depend on', traversalDefaults.history))
    .addOption(count('--tries <n>', 'ways to one state that may lead elsewhere', traversalDefaults.tries))
    .addOption(count('--states <n>', 'states of the page', traversalDefaults.states))
    .addOption(count('--buttons <n>', 'buttons of one state', traversalDefaults.buttons))
    .option('--whole-lists', 'press lists to their end although they could be asked for without a browser')
    .option('--never-press <words>', 'comma-separated words: buttons with them are not pressed')
    .optionsGroup('Browser:')
    .option('--browser <path>', 'an installed Chrome or Chromium (default: the one that npm brought)')
    .addOption(count('--load-ms <n>', "the page's time of a load", 5_000))
    .addOption(count('--window-ms <n>', "the page's time after a press until it is quiet", 500))
    .addOption(count('--idle-ms <n>', "the page's time in which it is watched before the first press", 15_000))
    .optionsGroup('Output:')
    .option('--known <file>', 'addresses that are known already, one a line (for --until-known)')
    .option('--out <directory>', 'write the state graph there, and go on where an earlier run was interrupted')
    .option('--json', 'the whole result as JSON on standard output')
    .optionsGroup('Options:');
  addSpecOptions(traverse, ['delayMs', 'robots', 'userAgent', 'contact', 'allowHosts']).action(
    async (url: string, options: TraverseOptions) => {
      const { traverse } = await import('./traverse-command.ts');
      exit(await traverse(url, options));
    },
  );
}

function count(flags: string, help: string, otherwise: number): Option {
  return new Option(flags, help).default(otherwise).argParser(text => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
    throw new InvalidArgumentError('Allowed is a whole number from 0 on.');
  });
}
