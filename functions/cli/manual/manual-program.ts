import type { Command } from 'commander';
import { BadCommand } from '../terminal/bad-command.ts';

/** What tells of the commands: both are made of the help. */
export function addManual(program: Command, version: string): void {
  program
    .command('completion')
    .summary('print a script that completes commands in a shell')
    .description(
      'Prints a script that completes commands and options; for example: source <(orbweaver completion bash).',
    )
    .argument('<bash|zsh|fish>', 'the shell')
    .action(async (shell: string) => {
      const { completionScript, shells } = await import('./completion.ts');
      const known = shells.find(each => each === shell);
      if (known === undefined)
        throw new BadCommand([
          `there is no completion for ${JSON.stringify(shell)}; allowed are ${shells.join(', ')}.`,
        ]);
      const { commandTree } = await import('./command-tree.ts');
      process.stdout.write(completionScript(known, commandTree(program), program.name()));
    });
  program
    .command('man')
    .summary('print the manual page')
    .description('Prints the manual page, for example: orbweaver man > orbweaver.1 && man ./orbweaver.1.')
    .action(async () => {
      const { manPage } = await import('./man-page.ts');
      const { commandTree } = await import('./command-tree.ts');
      process.stdout.write(manPage(commandTree(program), program.name(), version));
    });
}
