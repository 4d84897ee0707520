import type { CrawlRow } from '../../../domain/protocol/crawl-state.ts';
import { sideBySide } from '../../../domain/side-by-side.ts';
import { betweenTexts } from '../../../domain/spec/sites/site-labels.ts';
import { columnsOf } from '../../../files/column.ts';
import { writeTable } from '../../../files/write-table.ts';
import type { TableSink } from '../../../ports/result-ports.ts';
import type { ResultPart } from '../../../steps/unload/result-part.ts';
import type { Choice } from '../schedule/schedule.ts';
import type { ScheduleStore } from '../schedule/schedule-store.ts';

const readAtOnce = 1_000;
/** Sites whose rewards are read side by side. */
const sitesAtOnce = 16;

export type ChoiceReader = Pick<ScheduleStore, 'readRewards' | 'readChoices'>;

/** How the page budget was shared. */
export function choicesPart(store: ChoiceReader): ResultPart<undefined> {
  return {
    name: 'choices',
    perCrawl: () => ({ write: async ({ row }, sink) => await writeChoices(store, row, sink) }),
  };
}

/** `reports/choices.csv`: how the page budget was shared, a row per decision; no file where no rule was asked. */
export async function writeChoices(
  store: ChoiceReader,
  { id, spec }: Pick<CrawlRow, 'id' | 'spec'>,
  sink: TableSink,
): Promise<void> {
  const choices = await readChoices(store, id);
  if (choices.length === 0) return;
  const listed = new Map(spec.sites.map(site => [site.number, site]));
  const firsts = firstsOf(choices);
  const pages = await readPages(store, id, [...firsts]);
  const ends = endsOf(choices);
  const told = choices.map((choice, index): ToldChoice => {
    const first = firsts.get(choice.site)!;
    const rewards = pages.get(choice.site)!.slice(choice.from - first, ends[index]! - first);
    const reward = rewards.reduce((sum, each) => sum + each, 0);
    const { name = '', tags = [] } = listed.get(choice.site) ?? {};
    return { ...choice, name, tags: tags.join(betweenTexts), pages: rewards.length, reward };
  });
  await writeTable(sink, 'reports/choices', choiceColumns, told);
}

/** Page of each site at which its first choice begins: rewards of earlier pages were not kept everywhere. */
function firstsOf(choices: readonly Choice[]): ReadonlyMap<number, number> {
  const firsts = new Map<number, number>();
  for (const { site, from } of choices) firsts.set(site, Math.min(from, firsts.get(site) ?? from));
  return firsts;
}

/** Rewards by site, from a page of each on. */
async function readPages(
  store: ChoiceReader,
  crawl: string,
  firsts: readonly (readonly [site: number, first: number])[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rewards = await sideBySide(
    firsts,
    sitesAtOnce,
    async ([site, first]) => await store.readRewards(crawl, site, first),
  );
  return new Map(firsts.map(([site], index) => [site, rewards[index]!]));
}

async function readChoices(store: ChoiceReader, crawl: string): Promise<readonly Choice[]> {
  const choices: Choice[] = [];
  for (;;) {
    const some = await store.readChoices(crawl, choices.at(-1)?.step ?? 0, readAtOnce);
    choices.push(...some);
    if (some.length < readAtOnce) return choices;
  }
}

/** Last page of each choice. A grant that came back short ends where the next grant of its site begins. */
function endsOf(choices: readonly Choice[]): readonly number[] {
  const next = new Map<number, number>();
  return choices
    .toReversed()
    .map(({ site, from, to }) => {
      const end = Math.min(to, next.get(site) ?? to);
      next.set(site, from);
      return end;
    })
    .toReversed();
}

/** A decision with what came of it. */
export interface ToldChoice extends Choice {
  readonly name: string;
  readonly tags: string;
  /** Pages of it that were fetched. */
  readonly pages: number;
  /** New external links found on them. */
  readonly reward: number;
}

export const choiceColumns = columnsOf<ToldChoice>([
  ['Step', 'integer', 'number of the decision, from 1', choice => choice.step],
  ['Rule', 'string', 'name of the rule', choice => choice.rule],
  ['Site', 'integer', 'number of the site that got pages', choice => choice.site],
  ['Name', 'string', 'its name', choice => choice.name],
  ['From', 'integer', 'pages of the site before', choice => choice.from],
  ['To', 'integer', 'pages of the site up to which it was granted', choice => choice.to],
  ['Pages', 'integer', 'pages that were fetched of them', choice => choice.pages],
  ['Reward', 'integer', 'new external links on these pages', choice => choice.reward],
  ['Indexes', 'string', '`site:value` of the best 20 sites; empty if the rule computes none', indexesOf],
  ['Tags', 'string', 'kinds of the site in the words of the list', ({ tags }) => tags],
]);

function indexesOf({ indexes }: ToldChoice): string {
  return indexes.map(({ site, value }) => `${site}:${rounded(value)}`).join(' ');
}

/** To six significant digits, in the shortest form. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(6)));
}
