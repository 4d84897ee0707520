import { openLocalPublications } from '../../../shared/adapters/local/open.ts';
import type { LabelClass } from '../../../shared/wings/publications/labels/label.ts';
import type { ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import { tableClasses } from '../../../shared/wings/publications/table/tone-table.ts';
import type { TruePublication } from '../../servers/news-truth.ts';

type Run = (...args: readonly string[]) => Promise<string>;

/** The table of a watch as `report --format json` gives it. */
export async function tableOf(run: Run, directory: string, ...options: readonly string[]): Promise<ToneTable> {
  const told = JSON.parse(await run('report', directory, '--format', 'json', ...options)) as {
    readonly tables: readonly { readonly table: ToneTable }[];
  };
  return told.tables[0]!.table;
}

type Counts = readonly [organization: string, positive: number, negative: number, neutral: number, ambiguous: number];

/** Labels each publication with its true class, as a person would; the table's counts, and those of the truth. */
export async function labelledTable(
  run: Run,
  directory: string,
  truth: readonly TruePublication[],
): Promise<{ readonly counted: readonly Counts[]; readonly expected: readonly Counts[] }> {
  const store = await openLocalPublications(directory);
  const expected = new Map<string, number[]>();
  try {
    const rows = await store.find({}, 1_000);
    const byAddress = new Map<string, (typeof rows)[number]>();
    for (const row of rows)
      for (const url of [row.address, ...(await store.addresses(row.id))]) byAddress.set(url, row);
    const done = new Set<number>();
    for (const publication of truth) {
      const row = byAddress.get(publication.address);
      if (row === undefined || done.has(row.id)) continue;
      done.add(row.id);
      for (const [organization, said] of classesOf(publication)) {
        const counts = expected.get(organization) ?? [0, 0, 0, 0];
        counts[tableClasses.indexOf(said)]! += 1;
        expected.set(organization, counts);
        await store.labels.addLabels([
          {
            ...{ publication: row.id, version: row.version, organization, class: said, isAdjudication: false },
            ...{ annotator: 'Анна', at: row.firstSeenAt, sampling: 'search' },
          },
        ]);
      }
    }
  } finally {
    store.close();
  }
  const { rows } = await tableOf(run, directory, '--with-copies');
  return {
    counted: rows.map(({ key, classes }) =>
      countsOf(
        key,
        tableClasses.map(each => classes[each].count),
      ),
    ),
    expected: rows.map(({ key }) => countsOf(key, expected.get(key) ?? [0, 0, 0, 0])),
  };
}

function countsOf(organization: string, counts: readonly number[]): Counts {
  const [positive = 0, negative = 0, neutral = 0, ambiguous = 0] = counts;
  return [organization, positive, negative, neutral, ambiguous];
}

/** The tone that a reader would give each organization: good and bad at once is ambiguous. */
function classesOf({
  titleMentions,
  versions,
}: TruePublication): ReadonlyMap<string, (typeof tableClasses)[number] & LabelClass> {
  const tones = new Map<string, Set<string>>();
  for (const { organization, tone } of [...titleMentions, ...versions.at(-1)!.mentions])
    tones.set(organization, (tones.get(organization) ?? new Set()).add(tone));
  return new Map(
    [...tones].map(([organization, said]) => {
      const [isGood, isBad] = [said.has('positive'), said.has('negative')];
      return [organization, isGood && isBad ? 'ambiguous' : isGood ? 'positive' : isBad ? 'negative' : 'neutral'];
    }),
  );
}
