import { localClock } from '../../../shared/adapters/local/open.ts';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import {
  type ComparedField,
  compareRules,
  type RuleComparison,
} from '../../../shared/wings/publications/grabber/compare-rules.ts';
import { cutToWidth, formatCounted, printLines, terminalColumns } from '../terminal/print.ts';
import { readPages } from './read-pages.ts';
import { readRulesFile } from './read-rules-file.ts';

export interface TestOptions {
  readonly rules: string;
  readonly urlList?: string;
  readonly json?: true;
}

export type ComparedPage = RuleComparison & { readonly file: string };

/** `orbweaver rules test`: what rules give on pages, on standard output. */
export async function testRules(files: readonly string[], options: TestOptions): Promise<void> {
  const rules = await readRulesFile('--rules', options.rules);
  const pages = await readPages(files, options.urlList);
  const now = localClock().now();
  const compared = pages.map(page => ({ file: page.file, ...compareRules({ ...page, now, rules }) }));
  printCompared(compared, options.json ?? false);
}

/** Comparisons on standard output. */
export function printCompared(compared: readonly ComparedPage[], json: boolean): void {
  const lines = [...compared.flatMap(pageLines), ...summaryLines(compared)];
  printLines(json ? [JSON.stringify(compared, null, 1)] : lines.map(line => cutToWidth(line, terminalColumns)));
}

function pageLines({ file, pageType, isMatch, agreement, fields, warnings }: ComparedPage): readonly string[] {
  const text = isMatch
    ? `${pageType}, text ${Math.round(100 * agreement)} % like the automatic one`
    : 'no text by a rule';
  const why = isMatch ? '' : ` (${warnings.join(', ')})`;
  return [`${oneLine(file)}: ${text}${why}`, ...fields.map(fieldLine)];
}

function fieldLine({ name, rule, automatic, isSame }: ComparedField): string {
  const shown = (value: string | null | undefined) => oneLine((value ?? '-').slice(0, 200));
  if (isSame === undefined) return `  ${name} (own): ${shown(rule)}`;
  return isSame ? `  ${name} (same): ${shown(rule)}` : `  ${name} (differs): ${shown(rule)} | ${shown(automatic)}`;
}

function summaryLines(pages: readonly ComparedPage[]): readonly string[] {
  const matched = pages.filter(({ isMatch }) => isMatch);
  const mean = matched.reduce((sum, { agreement }) => sum + agreement, 0) / matched.length;
  const like = matched.length === 0 ? '' : `, ${Math.round(100 * mean)} % like the automatic ones`;
  return [`${formatCounted(pages.length, 'page')}: a rule gave the text of ${matched.length}${like}`];
}
