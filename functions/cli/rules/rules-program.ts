import type { Command } from 'commander';
import { lazily, type SetExitCode } from '../terminal/program-parts.ts';

/** `orbweaver rules`: rules of a source, learnt from its pages and tried on them. */
export function addRules(program: Command, exit: SetExitCode): void {
  const rules = program.command('rules').description('learn and try rules that say where the fields of a source are');
  rules
    .command('suggest')
    .summary('learn rules from pages of one source')
    .description(
      'print rules (YAML) learnt from pages of one source, six or more, with what they give, for a person to accept',
    )
    .argument('<files...>', 'pages of one source')
    .option('--url-list <file>', 'addresses of the pages, a line each in their order')
    .option('--json', 'the rules with their figures as JSON')
    .action(lazily(async () => (await import('./suggest-command.ts')).suggest, exit));
  rules
    .command('test')
    .summary('show what rules give on pages, beside the automatic extractor')
    .description('show on each page which fields rules give, and where they differ from the automatic extractor')
    .argument('<files...>', 'pages of the source')
    .requiredOption('--rules <file>', 'the rules (YAML)')
    .option('--url-list <file>', 'addresses of the pages, a line each in their order')
    .option('--json', 'a list with an object a page')
    .action(lazily(async () => (await import('./test-command.ts')).testRules));
}
