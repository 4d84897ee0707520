import { readFile } from 'node:fs/promises';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import {
  type AliasHits,
  checkList,
  type Doubt,
  hitsIn,
  type ListCheck,
  type ListedAlias,
} from '../../../shared/wings/publications/mentions/check-organizations.ts';
import type { Dictionary } from '../../../shared/wings/publications/mentions/dictionary.ts';
import { readText } from '../spec/read-text.ts';
import { cutToWidth, formatCount, formatCounted, printLines, terminalColumns } from '../terminal/print.ts';
import { exampleOrganizations } from './example-organizations.ts';
import { readOrganizationFile } from './read-organization-file.ts';

export interface CheckOptions {
  readonly sample?: readonly string[];
  readonly json?: true;
}

/** Lines of a part of the check on a terminal; --json has all. */
const mostLines = 20;

const doubts: Readonly<Record<Doubt, string>> = {
  'shared-abbreviation': 'many places have an institution of this abbreviation',
  'short-abbreviation': 'two letters mean many things',
  'ordinary-word': 'an ordinary word, too',
};

/** `orbweaver organizations check`: what a list will do. */
export async function checkOrganizations(list: string, options: CheckOptions): Promise<void> {
  const dictionary = await readOrganizationFile('the list', list);
  const hits = options.sample === undefined ? undefined : await sampleHits(options.sample, dictionary);
  printCheck(checkList(dictionary), hits, options);
}

/** Prints what a list will do, and what it found in texts. */
export function printCheck(
  check: ListCheck,
  hits: readonly AliasHits[] | undefined,
  options: Pick<CheckOptions, 'json'>,
): void {
  if (options.json) printLines([JSON.stringify({ ...check, ...(hits !== undefined && { hits }) }, null, 2)]);
  else printLines(checkLines(check, hits).map(line => cutToWidth(line, terminalColumns)));
}

/** `orbweaver organizations example`: a list to begin with. */
export async function printExample(): Promise<void> {
  process.stdout.write(await readFile(exampleOrganizations, 'utf8'));
}

async function sampleHits(files: readonly string[], dictionary: Dictionary): Promise<readonly AliasHits[]> {
  const texts: string[] = [];
  for (const file of files) texts.push(await readText('--sample', file));
  return hitsIn(texts, dictionary);
}

function checkLines(check: ListCheck, hits: readonly AliasHits[] | undefined): readonly string[] {
  const { organizations, aliases, collisions, doubtful, suggestions } = check;
  return [
    `${formatCounted(organizations, 'organization')} with ${formatCounted(aliases, 'name')}`,
    ...part('Names that a text cannot tell apart', collisions, group => group.map(aliasText).join(' = ')),
    ...part('Doubtful names without a condition', doubtful, each => `${aliasText(each)}: ${doubts[each.doubt]}`),
    ...part('Names that the list lacks', suggestions, aliasText),
    ...(hits === undefined ? [] : hitLines(hits)),
  ];
}

function part<T>(title: string, entries: readonly T[], shown: (entry: T) => string): readonly string[] {
  if (entries.length === 0) return ['', `${title}: none`];
  const lines = entries.slice(0, mostLines).map(entry => `  ${shown(entry)}`);
  const more = entries.length - lines.length;
  return [
    '',
    `${title}: ${formatCount(entries.length)}`,
    ...lines,
    ...(more > 0 ? [`  and ${formatCount(more)} more (--json)`] : []),
  ];
}

function hitLines(hits: readonly AliasHits[]): readonly string[] {
  const found = hits.filter(hasAny).sort((a, b) => b.certain - a.certain || b.candidate - a.candidate);
  return [
    ...part('Found in the sample', found, hitLine),
    ...part(
      'Not found in the sample',
      hits.filter(each => !hasAny(each)),
      aliasText,
    ),
  ];
}

function hasAny({ certain, candidate, rejected }: AliasHits): boolean {
  return certain + candidate > 0 || Object.keys(rejected).length > 0;
}

function hitLine(hit: AliasHits): string {
  const { certain, candidate, rejected, example } = hit;
  const reasons = Object.entries(rejected).map(([reason, count]) => `${count} ${reason}`);
  const counts = [`${certain} certain`, ...(candidate > 0 ? [`${candidate} candidates`] : []), ...reasons];
  return `${aliasText(hit)}: ${counts.join(', ')} (${oneLine(example)})`;
}

function aliasText({ organization, alias }: ListedAlias): string {
  return `${oneLine(alias)} [${oneLine(organization)}]`;
}
