/** The organizations that a watch of the generated news sites finds are those that the sites' truth names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOrganizations } from '../../../functions/cli/mentions/example-organizations.ts';
import { type ServedNewsSites, serveNewsSites } from '../../../functions/example-site/news/serve-news-sites.ts';
import { readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { readCsvRows } from '../../../shared/files/csv-table.ts';
import { xmlText } from '../../../shared/files/xml-text.ts';
import { zipMembers } from '../../pure/results/zip-members.ts';
import { type TruePublication, truthOf } from '../../servers/news-truth.ts';
import { binFile, runCli } from '../cli/run-cli.ts';
import { labelledTable, tableOf } from './tables-of-watch.ts';

const hour = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-watch-mentions-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const now = Date.now() - 2 * hour;
let news: ServedNewsSites;
let directory: string;
/** Its list was set when its publications were stored. */
let later: string;

async function run(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(args, { env });
  expect([args, exitCode, exitCode === 0 ? '' : stderr]).toEqual([args, 0, '']);
  return stdout;
}

async function runBinary(...args: readonly string[]): Promise<Uint8Array> {
  const child = spawn(process.execPath, [binFile, ...args], { env: { PATH: process.env['PATH'], ...env } });
  const bytes = await buffer(child.stdout);
  return new Uint8Array(bytes);
}

async function watched(name: string, ...options: readonly string[]): Promise<string> {
  const made = join(folder, name);
  const source = ['--source', news.urls.herald, '--source', news.urls.courier];
  await run('watch', 'new', made, ...source, '--delay', '0', '--quiet', '--archive', ...options);
  await run('watch', 'run', made, '--once', '--quiet');
  return made;
}

/** Spelling apart: soft hyphens, breaks and accents say nothing about who is meant. */
const plain = (text: string): string => text.replaceAll(/\u00ad|\u0301|-\n/g, '').replaceAll(/\s+/g, ' ');

/** `title` or `text`, organization and surface, in the order of the publication. */
async function storedIn(made: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const store = (await readLocalPublications(made, true))!;
  try {
    const found = new Map<string, readonly string[]>();
    for (const { id, version, address } of await store.find({}, 1_000)) {
      const mentions = await store.mentions.mentions(id, version);
      const shown = mentions.map(each => {
        const { field, organization, surface, status } = each;
        return `${field} ${organization} ${plain(surface)}${status === 'certain' ? '' : ` ${status}`}`;
      });
      for (const url of [address, ...(await store.addresses(id))]) found.set(url, shown);
    }
    return found;
  } finally {
    store.close();
  }
}

function trueMentions({ title, titleMentions, versions }: TruePublication): readonly string[] {
  const { text, mentions } = versions.at(-1)!;
  const shown = (field: string, of: string) => (each: (typeof mentions)[number]) =>
    `${field} ${each.organization} ${plain(of.slice(each.start, each.end))}`;
  return [...titleMentions.map(shown('title', title)), ...mentions.map(shown('text', text))];
}

beforeAll(async () => {
  news = await serveNewsSites(now - 90 * hour, () => now);
  directory = await watched('with-list', '--organizations', exampleOrganizations);
});
afterAll(async () => {
  await news.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a watch that looks for organizations', () => {
  test('stores the mentions that the truth of the sites names, and no others', async () => {
    const stored = await storedIn(directory);
    const truth = truthOf(news.sites, now).filter(({ gone, address }) => gone === undefined && stored.has(address));
    expect(truth.length).toBeGreaterThan(50);
    const wrong = truth.flatMap(each => {
      // ВГУ alone may be another university: a person has to say.
      const found = stored.get(each.address)!.map(shown => shown.replace(/^(.* vsu ВГУ) candidate$/, '$1'));
      const expected = trueMentions(each);
      return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ case: each.mentionCase, found, expected }];
    });
    expect(wrong).toEqual([]);
  });

  test('a list that is set later is searched in all that is stored; a kill in between costs nothing', async () => {
    later = await watched('list-later');
    await run('watch', 'organizations', 'set', later, exampleOrganizations, '--later', '--quiet');
    for (const afterMs of [250, 400, 550]) {
      const child = spawn(process.execPath, [binFile, 'watch', 'organizations', 'search', later, '--quiet'], {
        env: { PATH: process.env['PATH'], ...env },
        stdio: 'ignore',
      });
      const exited = once(child, 'exit');
      await new Promise(resolve => setTimeout(resolve, afterMs));
      child.kill('SIGKILL');
      await exited;
    }
    await run('watch', 'organizations', 'search', later, '--quiet');
    expect(await tableOf(run, later)).toEqual(await tableOf(run, directory));
    expect(await storedIn(later)).toEqual(await storedIn(directory));
  });

  test('a new organization is found in old publications, one that is gone from the list is not counted', async () => {
    const list = join(folder, 'dictionary.csv');
    writeFileSync(list, 'id,name,aliases\nvsu,Воронежский государственный университет,ВГУ\nbaikal,Байкал,\n');
    const changed = later;
    await run('watch', 'organizations', 'set', changed, list, '--quiet');
    const { rows } = await tableOf(run, changed);
    expect(rows.map(({ key }) => key)).toEqual(['vsu', 'baikal']);
    expect(rows[1]!.n + rows[1]!.unclassified + rows[1]!.candidates).toBeGreaterThan(0);
  });
});

type Line = Readonly<Record<'id' | 'publication' | 'start' | 'end' | 'sentenceStart', number>> &
  Readonly<Record<'title' | 'text' | 'surface' | 'sentence', string>> & { readonly field: 'title' | 'text' };

describe('the table of the bundled sites', () => {
  test('is what the truth says where people have labelled', async () => {
    const { counted, expected } = await labelledTable(run, directory, truthOf(news.sites, now));
    expect(counted).toEqual(expected);
    expect(expected.reduce((sum, [, ...counts]) => sum + counts.reduce((a, b) => a + b, 0), 0)).toBeGreaterThan(30);
  });

  test.each(['txt', 'csv', 'html', 'svg', 'json'])('is written as %s', async format => {
    const text = await run('report', directory, '--by', 'month', '--format', format);
    expect(text).not.toMatch(/NaN|undefined/);
    if (format === 'txt') expect(text.split('\n').filter(line => line.length > 80)).toEqual([]);
  });

  test('mentions are written with offsets that fit the exported text', async () => {
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as Line);
    const texts = new Map(
      lines(await run('publications', directory, '--format', 'jsonl')).map(each => [each.id, each]),
    );
    const mentions = lines(await run('watch', 'mentions', directory, '--format', 'jsonl'));
    expect(mentions.length).toBeGreaterThan(40);
    for (const { publication, field, start, end, surface, sentence, sentenceStart } of mentions) {
      const text = texts.get(publication)![field];
      expect(text.slice(start, end)).toBe(surface);
      expect(text.startsWith(sentence, sentenceStart)).toBe(true);
    }
    const csv = await run('watch', 'mentions', directory, '--format', 'csv');
    expect(csv).toContain('publication,version,url');
    const file = (await runBinary('watch', 'mentions', directory, '--format', 'parquet')).buffer;
    expect(await parquetReadObjects({ file: file as ArrayBuffer })).toHaveLength(mentions.length);
  });

  test.each([
    ['watch mentions', ['watch', 'mentions'], 1],
    ['publications', ['publications'], 1],
    ['report', ['report'], 5],
  ])('the Excel workbook of %s has the rows of its CSV', async (_, command, number) => {
    const csv = readCsvRows(Buffer.from(await run(...command, directory, '--format', 'csv')), true).rows;
    const book = Buffer.from(await runBinary(...command, directory, '--format', 'xlsx'));
    const sheet = zipMembers(book).get(`xl/worksheets/sheet${number}.xml`)!.toString();
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) =>
      [...row!.matchAll(/<c\/>|<v>(.*?)<\/v>|<t xml:space="preserve">(.*?)<\/t>/gs)].map(
        ([, value, text]) => value ?? text ?? '',
      ),
    );
    const plain = (cell: string): string => xmlText(cell).replace(/^-?\d+\.?\d*$/, digits => String(Number(digits)));
    expect(rows).toEqual(csv.map(row => row.map(plain)));
  });

  test('a number is the number of publications behind it', async () => {
    const { rows } = await tableOf(run, directory);
    const busiest = rows.toSorted((a, b) => b.classes.neutral.count - a.classes.neutral.count)[0]!;
    const behind = await run(
      'publications',
      directory,
      '--format',
      'jsonl',
      '--originals',
      '--organization',
      busiest.key,
      '--tone',
      'neutral',
    );
    expect(busiest.classes.neutral.count).toBeGreaterThan(0);
    expect(behind.trimEnd().split('\n')).toHaveLength(busiest.classes.neutral.count);
  });

  test('a table for Excel begins with its mark of UTF-8', async () => {
    for (const command of [['publications'], ['watch', 'mentions'], ['report']]) {
      const asked = [...command, directory, '--format', 'csv'];
      const marked = await runBinary(...asked, '--bom');
      expect(Buffer.from(marked)).toEqual(Buffer.from(`\ufeff${await run(...asked)}`));
    }
    expect(await run('publications', directory, '--bom')).toBe(await run('publications', directory));
  });

  test('an organization that is not in the list is refused, where nothing would be found', async () => {
    for (const command of [['publications'], ['watch', 'mentions'], ['report']]) {
      const asked = await runCli([...command, directory, '--organization', 'nobody'], { env });
      expect(asked).toMatchObject({ exitCode: 4, stdout: '' });
      expect(asked.stderr).toContain('--organization: "nobody" is not in the list of this watch; allowed are ');
    }
  });

  test('an organization has its id and any of its names', async () => {
    for (const command of [['publications'], ['watch', 'mentions'], ['report']]) {
      const of = async (name: string) => await run(...command, directory, '--format', 'csv', '--organization', name);
      expect(await of('мгу')).toBe(await of('msu'));
    }
  });

  test('a watch that never ran has a table of mentions without rows, and refuses an organization', async () => {
    const fresh = join(folder, 'fresh');
    await run('watch', 'new', fresh, '--source', news.urls.herald, '--delay', '0', '--quiet');
    const csv = await run('watch', 'mentions', fresh, '--format', 'csv');
    expect(csv).toBe(`${(await run('watch', 'mentions', directory, '--format', 'csv')).split('\n', 1)[0]}\n`);
    const file = (await runBinary('watch', 'mentions', fresh, '--format', 'parquet')).buffer;
    expect(await parquetReadObjects({ file: file as ArrayBuffer })).toEqual([]);
    const asked = await runCli(['watch', 'mentions', fresh, '--organization', 'nobody'], { env });
    expect(asked).toMatchObject({ exitCode: 4, stdout: '' });
  });
});
