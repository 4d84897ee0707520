import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import { countsOf } from '../../../shared/wings/publications/counts.ts';
import {
  findMentions,
  type Mention,
  type RejectedName,
} from '../../../shared/wings/publications/mentions/find-mentions.ts';
import { isDay } from '../../../shared/wings/publications/mentions/read-organizations.ts';
import { readText } from '../spec/read-text.ts';
import { cutToWidth, formatCounted, formatTable, printLines, terminalColumns } from '../terminal/print.ts';
import { readOrganizationFile } from './read-organization-file.ts';

export interface MentionsOptions {
  readonly organizations: string;
  readonly date?: string;
  readonly rejected?: true;
  readonly json?: true;
}

/** A mention, or a name that is none, as it is printed. */
type Printed = Mention | (RejectedName & { readonly status: 'rejected'; readonly nestedIn: null });

/** `orbweaver mentions`: prints the mentions of a text. */
export async function mentions(file: string, options: MentionsOptions): Promise<void> {
  const { date } = options;
  if (date !== undefined && !isDay(date)) throw new BadInput([refusedValue('--date', date, allowance('day'))]);
  const dictionary = await readOrganizationFile('--organizations', options.organizations);
  const text = await readText('the text', file);
  const found = findMentions(text, dictionary, date);
  const rejected = found.rejected.map(each => ({ ...each, status: 'rejected', nestedIn: null }) as const);
  const printed = options.rejected ? [...found.mentions, ...rejected].sort(byPlace) : found.mentions;
  if (options.json) printJson(printed);
  else printLines(linesOf(text, printed, found.rejected));
}

function byPlace(a: Printed, b: Printed): number {
  return a.start - b.start || b.end - a.end;
}

/** One mention a line, so that a long list can be read as it is. */
function printJson(printed: readonly Printed[]): void {
  const lines = printed.map(each => JSON.stringify({ ...each, surface: each.surface.toWellFormed() }));
  process.stdout.write(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
}

function linesOf(text: string, printed: readonly Printed[], rejected: readonly RejectedName[]): readonly string[] {
  const lines = lineNumbers(text, printed);
  const places = printed.map((each, index) => placeLine(each, lines[index]!));
  const counts = countLines(printed);
  const left = rejected.length === 0 ? [] : ['', ...rejectedLines(rejected)];
  const none = printed.length === 0 ? ['No organization of the list is mentioned.'] : [];
  return [...places, ...(counts.length === 0 ? none : ['', ...counts]), ...left];
}

/** `12  МГУ  certain  «в МГУ»`: line of the text, organization, status, what the text has. */
function placeLine(each: Printed, line: number): string {
  const how = 'reason' in each ? `no mention: ${each.reason}` : each.status;
  const within = each.nestedIn === null ? '' : `, in ${each.nestedIn}`;
  const surface = oneLine(each.surface);
  return cutToWidth(`line ${line}  ${oneLine(each.organization)}  ${how}${within}  ${surface}`, terminalColumns);
}

function lineNumbers(text: string, printed: readonly Printed[]): readonly number[] {
  let at = 0;
  let line = 1;
  return printed.map(({ start }) => {
    for (let end = text.indexOf('\n', at); end >= 0 && end < start; end = text.indexOf('\n', at)) {
      line += 1;
      at = end + 1;
    }
    return line;
  });
}

function countLines(printed: readonly Printed[]): readonly string[] {
  const counts = new Map<string, { certain: number; candidate: number; nested: number }>();
  for (const { organization, status, nestedIn } of printed) {
    if (status === 'rejected') continue;
    const of = counts.get(organization) ?? { certain: 0, candidate: 0, nested: 0 };
    const column = nestedIn === null ? status : 'nested';
    counts.set(organization, { ...of, [column]: of[column] + 1 });
  }
  if (counts.size === 0) return [];
  const rows = [...counts].sort(([, a], [, b]) => b.certain - a.certain);
  return formatTable([
    ['organization', 'certain', 'candidates', 'in longer names'],
    ...rows.map(([id, of]) => [cutToWidth(oneLine(id), 40), ...[of.certain, of.candidate, of.nested].map(String)]),
  ]);
}

function rejectedLines(rejected: readonly RejectedName[]): readonly string[] {
  const counts = countsOf(rejected.map(({ reason }) => reason));
  const head = `${formatCounted(rejected.length, 'name is no mention', 'names are no mentions')} (--rejected lists them):`;
  return [head, ...[...counts].map(([reason, count]) => `  ${reason}: ${count}`)];
}
