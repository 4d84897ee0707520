import type { Command } from 'commander';
import { identitySettings } from '../../../shared/domain/http/request-identity.ts';
import { addAccessOptions, addSpecOptions } from '../spec/spec-options.ts';
import { lazily, type SetExitCode } from '../terminal/program-parts.ts';

/** `orbweaver extract`: what one page gives. */
export function addExtract(program: Command, exit: SetExitCode): void {
  const extract = program
    .command('extract')
    .summary('take the article out of a page: title, authors, time, text')
    .description('take the article out of one page: its title, authors, times and text, and where each was read')
    .argument('<page>', 'an address (http or https), a file, or - for standard input')
    .option('--url <url>', 'address of the page, where it is a file')
    .option(
      '--rules <file>',
      'rules of the source (YAML) that say where its fields are; docs/guide-publications.md, "Rules for a source"',
    )
    .option('--markup', 'headings, lists, quotations and code of the text marked as in Markdown')
    .option('--json', 'as JSON')
    .optionsGroup('Options:');
  addAccessOptions(addSpecOptions(extract, ['render', 'robots', ...identitySettings, 'allowHosts'])).action(
    lazily(async () => (await import('./extract-command.ts')).extract, exit),
  );
}
