/*
 * The cost of lists, counts and tables of a watch: `node bench/publications/lists.ts [--count 100000] [--file FILE]`; FILE: a `watch.db` of an earlier run. Generated texts, each with a mention
 * of two of ten organizations, published at random instants of ten years; each question is put to a file that was opened for it, as a
 * command does. CPU time of the process: the best of five, and of the first (checksums of rows are read then).
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SqlitePublications } from '../../shared/adapters/local/publications/sqlite-publications.ts';
import { parseSearch } from '../../shared/wings/publications/search/search-query.ts';
import { indexText } from '../../shared/wings/publications/store/indexed-text.ts';
import type { MentionedOrganization, StoredMention } from '../../shared/wings/publications/store/mention-store.ts';
import type { Sighting } from '../../shared/wings/publications/store/publication-store.ts';
import { countFitting } from '../../shared/wings/publications/table/count-fitting.ts';
import { mentioningPublications, rowsOf } from '../../shared/wings/publications/table/mentioning-rows.ts';
import { readTable } from '../../shared/wings/publications/table/read-table.ts';
import { verdictOf } from '../measured/bars.ts';
import { GeneratedTexts } from './generated-texts.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, file: { type: 'string' } },
});
const count = Number(values.count);
const start = Date.UTC(2016, 0, 1);
const day = 86_400_000;
const spanMs = 3_650 * day;
const batchSize = 100;
const organizations = Array.from({ length: 10 }, (_, at) => `o${at}`);
const classes = ['negative', 'neutral', 'positive'] as const;

const folder = mkdtempSync(join(tmpdir(), 'lists-'));
const path = values.file ?? join(folder, 'watch.db');
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

function sightingOf(number: number, title: string, text: string): Sighting {
  const url = `https://news-${number % 200}.example/story-${number}.html`;
  // Far from the order in which they are found, as after a backfill.
  const publishedAt = start + ((number * 7_919) % count) * Math.floor(spanMs / count);
  const named = [organizations[number % 10]!, organizations[(number * 3 + 1) % 10]!];
  const version = { title, publishedAt, language: number % 10 === 0 ? 'en' : 'ru', canonical: undefined, text };
  return {
    ...{ source: number % 200, identity: url, address: url, by: 'feed', seenAt: start + spanMs + number },
    version: { ...version, details: '{"authors":[{"name":"A. Author"}],"section":"news"}' },
    index: indexText(title, text),
    searched: {
      key: { list: 'list', models: 'model' },
      mentions: named.map((organization, at) => mentionOf(organization, number + at)),
      organizations: [...new Set(named)].map((organization, at) => mentionedOf(organization, number + at)),
    },
  };
}

function figuresOf(number: number) {
  const p = { negative: 0.1, neutral: 0.1, positive: 0.1, [classes[number % 3]!]: 0.8 };
  return { score: (number % 3) - 1, p, mixed: 0, mentions: 1 };
}

function mentionOf(organization: string, number: number): StoredMention {
  const at = (number % 50) * 2;
  const place = { field: 'text' as const, start: at, end: at + 1, organization };
  const tone = { model: 'model', class: classes[number % 3]!, p: figuresOf(number).p };
  const sentence = { sentenceStart: 0, sentenceEnd: 200 };
  return { ...place, ...sentence, alias: 'a', surface: 'a', status: 'certain', nestedIn: null, tone };
}

function mentionedOf(organization: string, number: number): MentionedOrganization {
  const tone = figuresOf(number);
  return { organization, certain: 1, nested: 0, candidates: 0, tone, toneWithNested: undefined };
}

/** CPU ms of the first and of the best of five, each with a file that is opened for it. */
async function measured(work: (store: SqlitePublications) => Promise<number>) {
  const times: number[] = [];
  let found = 0;
  for (let run = 0; run < 5; run += 1) {
    const began = cpuMs();
    const store = new SqlitePublications(path, 'read');
    found = await work(store);
    store.close();
    times.push(cpuMs() - began);
  }
  return { first: times[0]!, best: Math.min(...times), found };
}

async function drained(rows: AsyncIterable<unknown>): Promise<number> {
  return (await Array.fromAsync(rows)).length;
}

const judged = { confidence: 0, isNested: false };
const old = { since: start + 300 * day, until: start + 330 * day };
const late = { since: start + spanMs - 30 * day };
const of = (store: SqlitePublications) => ({ publications: store, mentions: store.mentions, labels: store.labels });

const texts = new GeneratedTexts();

async function fill(): Promise<void> {
  const store = new SqlitePublications(path);
  await store.mentions.setOrganizations({
    ...{ digest: 'list', setAt: start },
    organizations: organizations.map(id => ({ id, name: id, kind: undefined, aliases: [] }) as never),
  });
  for (let at = 0; at < count; at += batchSize)
    await store.accept(
      Array.from({ length: Math.min(batchSize, count - at) }, (_, index) => {
        const { title, text } = texts.next();
        return sightingOf(at + index, title, text);
      }),
    );
  store.close();
}

try {
  if (values.file === undefined) await fill();
  const word = texts.word(20);
  console.log(`${count} publications, ${Math.round(statSync(path).size / 1e6)} MB`);
  const lists: [string, (store: SqlitePublications) => Promise<number>][] = [
    ['first page', async each => (await each.find({}, 51)).length],
    ['page in the middle', async each => (await each.find({}, 51, { datedAt: start + spanMs / 2, id: 1 })).length],
    ['--since, last month', async each => (await each.find(late, 51)).length],
    ['an old month', async each => (await each.find(old, 51)).length],
    ['of a source', async each => (await each.find({ sources: [7] }, 51)).length],
    ['of a language', async each => (await each.find({ language: 'en' }, 51)).length],
    ['originals', async each => (await each.find({ isOriginal: true }, 51)).length],
    ['a word', async each => (await each.find({ words: parseSearch(word) }, 51)).length],
    [
      'an organization, a tone',
      async each => {
        const query = { ...judged, organizations: ['o3'], judgements: ['negative'] as const };
        return await drained(rowsOf(each, mentioningPublications(of(each), [], query), 51));
      },
    ],
  ];
  const whole: [string, (store: SqlitePublications) => Promise<number>][] = [
    ['count of a month', async each => (await countFitting(of(each), { ...judged, ...old }, false)).publications],
    [
      'count of a language',
      async each => (await countFitting(of(each), { ...judged, language: 'en' }, false)).publications,
    ],
    [
      'count of originals',
      async each => (await countFitting(of(each), { ...judged, isOriginal: true }, false)).publications,
    ],
    [
      'count of a word',
      async each => (await countFitting(of(each), { ...judged, words: parseSearch(word) }, false)).publications,
    ],
    [
      'count of a phrase',
      async each =>
        (await countFitting(of(each), { ...judged, words: parseSearch(`"${texts.word(0)}"`) }, false)).publications,
    ],
    [
      'count of an organization',
      async each => (await countFitting(of(each), { ...judged, organizations: ['o3'] }, false)).publications,
    ],
    [
      'count of a tone',
      async each => (await countFitting(of(each), { ...judged, judgements: ['negative'] }, false)).publications,
    ],
    ['report by month', async each => (await readTable(of(each), { by: 'month', ...judged }, [])).total.n],
    [
      'report of a month',
      async each => (await readTable(of(each), { by: 'organization', ...judged, ...old }, [])).total.n,
    ],
  ];
  let slowest = 0;
  for (const [name, work] of [...lists, ...whole]) {
    const { first, best, found } = await measured(work);
    if (lists.some(([each]) => each === name)) slowest = Math.max(slowest, best);
    console.log(`${name.padEnd(26)} first ${first.toFixed(0)} ms, best ${best.toFixed(0)} ms of CPU, ${found} found`);
  }
  console.log(verdictOf({ what: 'ms of CPU of the slowest page of a list', value: slowest, limit: 100 }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
