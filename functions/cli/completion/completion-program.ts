import type { Command } from 'commander';
import { BadCommand } from '../terminal/print.ts';

/** `orbweaver completion`: a script that is made of the commands and options as their help has them. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('print a script that completes commands in a shell')
    .description('print a script that completes commands and options; for example: source <(orbweaver completion bash)')
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
}
