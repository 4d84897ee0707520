import { localClock } from '../../../shared/adapters/local/open.ts';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import { type SuggestedRules, suggestRules } from '../../../shared/wings/publications/grabber/suggest/suggest-rules.ts';
import {
  type Matches,
  textsBy,
  unseenMatches,
} from '../../../shared/wings/publications/grabber/suggest/unseen-matches.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { formatCounted } from '../terminal/print.ts';
import { readPages } from './read-pages.ts';

export interface SuggestOptions {
  readonly urlList?: string;
  readonly json?: true;
}

/** Texts that are shown, and their characters. */
const mostExamples = 3;
const exampleLength = 90;

/** `orbweaver rules suggest`: rules on standard output. Exit code 2 where the pages have no text in common places. */
export async function suggest(files: readonly string[], { urlList, json }: SuggestOptions): Promise<number> {
  const pages = await readPages(files, urlList);
  const now = localClock().now();
  const suggested = suggestRules(pages, now);
  if (suggested.rules === null) return await printSuggestion(suggested, json ?? false);
  const unseen = unseenMatches(pages, now) ?? null;
  const examples = textsBy(suggested.rules, pages, now)
    .slice(0, mostExamples)
    .map(({ page, text }) => ({ file: page.file, text }));
  return await printSuggestion({ ...suggested, unseen, examples }, json ?? false);
}

/** The learnt rules in the form that is printed. */
export interface Suggestion extends SuggestedRules {
  /** Scores of rules that were learnt from half of the pages, on the other half; null of fewer than six pages. */
  readonly unseen?: Matches | null;
  readonly examples?: readonly { readonly file: string; readonly text: string }[];
}

/** Rules on standard output. Exit code 2 where there are none. */
export async function printSuggestion(suggestion: Suggestion, json: boolean): Promise<number> {
  if (suggestion.rules === null) {
    process.stderr.write(`orbweaver: no rules were found: ${whyNone(suggestion)}.\n`);
    return exitCodes.nothingCrawled;
  }
  if (json) process.stdout.write(`${JSON.stringify(suggestion, null, 1)}\n`);
  else process.stdout.write([...comments(suggestion), await yamlOf(suggestion.rules)].join('\n'));
  return exitCodes.finished;
}

function whyNone({ pages, articles }: SuggestedRules): string {
  if (articles < 2)
    return `of ${formatCounted(pages, 'page')} ${articles} ${articles === 1 ? 'is an article' : 'are articles'}, and two are needed`;
  return `the texts of the ${formatCounted(articles, 'article')} have no place in common`;
}

function comments({ pages, articles, matched, unseen, examples = [] }: Suggestion): readonly string[] {
  return [
    `# Learnt from ${formatCounted(pages, 'page')}, of which ${articles} are articles; the rules give the text of ${matched}.`,
    ...(unseen === undefined || unseen === null
      ? ['# Six pages or more would show what the rules give on pages that they were not learnt from.']
      : [`# Learnt from every other page, they give the text of ${unseen.matched} of the ${unseen.of} others.`]),
    ...examples.map(({ file, text }) => `# ${oneLine(`${file}: ${text}`).slice(0, exampleLength)}`),
  ];
}

async function yamlOf(rules: RulesData): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(rules, { lineWidth: 0 });
}
