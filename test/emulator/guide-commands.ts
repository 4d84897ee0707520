/** Commands of docs/guide-aws.md as a reader would type them: lines of its blocks of `sh`, continued lines joined. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../process/programs.ts';

export interface GuideCommand {
  readonly section: string;
  readonly text: string;
}

export function guideCommands(): GuideCommand[] {
  const guide = readFileSync(join(projectFolder, 'docs', 'guide-aws.md'), 'utf8');
  return guide.split(/^## /m).flatMap(part => {
    const section = part.split('\n', 1)[0]!;
    return [...part.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
      commandsOf(block).map(text => ({ section, text })),
    );
  });
}

/** A command goes on behind a backslash, and while a quote is open. */
function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.trimEnd().split('\n')) {
    open = open === '' ? line : `${open}\n${line}`;
    if (line.endsWith('\\') || isQuoteOpen(open)) continue;
    commands.push(open);
    open = '';
  }
  return commands;
}

function isQuoteOpen(text: string): boolean {
  let quote = '';
  for (const letter of text)
    if (quote === '' && (letter === "'" || letter === '"')) quote = letter;
    else if (letter === quote) quote = '';
  return quote !== '';
}
