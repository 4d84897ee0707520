import { hash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockDirectory } from '../../../../shared/adapters/local/directory-lock.ts';
import {
  openLocalPublications,
  openLocalState,
  readLocalPublications,
} from '../../../../shared/adapters/local/open.ts';
import { jsonIn, textOf, versionOf } from '../../../../shared/adapters/local/publications/publication-rows.ts';
import { SqlitePublications } from '../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { systemFaultOf } from '../../../../shared/domain/refusal/system-fault.ts';
import { parseSearch } from '../../../../shared/wings/publications/search/search-query.ts';
import { indexText } from '../../../../shared/wings/publications/store/indexed-text.ts';
import type { Sighting } from '../../../../shared/wings/publications/store/publication-store.ts';

const row = {
  publication: 7,
  version: 2,
  seen_at: 1,
  title: 't',
  published_at: null,
  language: null,
  details: '{"a":\u0001}',
};

test('bad JSON names the file and the row', () => {
  expect(() => versionOf(row)).toThrow(/^watch\.db is missing or damaged \(publication 7, version 2, details: .+\)/);
  expect(() => jsonIn({ organization: 'o', aliases: '[' }, 'aliases')).toThrow(/\(organization o, aliases: /);
});

test('a text that is no text, or is a thousand times as long as it is packed, is refused in the same way', () => {
  const bomb = zstdCompressSync(new Uint8Array(150_000_000));
  for (const text of [new Uint8Array(3), bomb])
    expect(() => textOf({ publication: 7, version: 2, text })).toThrow(
      /^watch\.db is missing or damaged \(publication 7, version 2, text: /,
    );
});

const org = { id: 'msu', name: 'Московский университет', aliases: [] };
const p = { negative: 0.1, neutral: 0.6, positive: 0.3 };

/** A watch of 40 publications of three sources, each with a mention. */
async function written(path: string): Promise<void> {
  const store = new SqlitePublications(path);
  await store.mentions.setOrganizations({ digest: 'list', setAt: 1, organizations: [org] });
  const made = Array.from({ length: 40 }, (_, number): Sighting => {
    const url = `https://source.example/${number}`;
    const [title, text] = [
      `Заголовок ${number}`,
      `Московский университет открыл лабораторию номер ${number}. `.repeat(20),
    ];
    const place = { field: 'text', start: 0, end: 22, organization: 'msu' } as const;
    const mention = { ...place, alias: org.name, surface: org.name, status: 'certain', nestedIn: null } as const;
    return {
      ...{ source: number % 3, identity: url, address: url, by: 'feed', seenAt: 1_000_000 + number },
      version: {
        title,
        publishedAt: 5_000 + number,
        language: 'ru',
        canonical: undefined,
        text,
        details: '{"authors":[]}',
      },
      index: indexText(title, text),
      searched: {
        key: { list: 'list', models: 'models' },
        mentions: [{ ...mention, sentenceStart: 0, sentenceEnd: 50, tone: { model: 'm', class: 'neutral', p } }],
        organizations: [
          {
            ...{ organization: 'msu', certain: 1, nested: 0, candidates: 0 },
            ...{ tone: { score: 0.2, p, mixed: 0, mentions: 1 }, toneWithNested: undefined },
          },
        ],
      },
    };
  });
  await store.accept(made);
  const label = { publication: 3, version: 1, organization: 'msu', class: 'positive', isAdjudication: false } as const;
  await store.labels.addLabels([{ ...label, annotator: 'ann', at: 7, sampling: 'random' }]);
  const model = { language: 'ru', event: 'adopted', name: 'linear', parent: 'shipped', at: 1, by: 'ann' } as const;
  await store.labels.addModel({ ...model, lastLabel: 1, report: '{}', bytes: new Uint8Array([1, 2, 3]) });
  store.close();
}

/** All that a watch's results are made of. */
async function shown(path: string): Promise<string> {
  const store = new SqlitePublications(path, 'frozen');
  try {
    const all = await store.find({}, 50);
    const found = [
      all,
      await store.find({ sources: [1] }, 50),
      await store.find({ words: parseSearch('лаборатория') }, 50),
    ];
    const texts = await Promise.all(all.map(async ({ id, version }) => await store.text(id, version)));
    const mentions = await Promise.all(all.map(async ({ id, version }) => await store.mentions.mentions(id, version)));
    const versions = await Promise.all(all.map(async ({ id }) => await store.versions(id)));
    const table = [
      await store.mentions.mentioned({}, 50),
      await store.mentions.mentioned({ organizations: ['msu'] }, 50),
    ];
    const sums = [await store.mentions.totals({}), [...(await store.countBySource())]];
    const lists = [
      await store.mentions.organizationList(),
      await store.labels.labels(0, 50),
      await store.labels.models(),
    ];
    return hash(
      'sha256',
      JSON.stringify([found, texts, mentions, versions, table, sums, lists, await store.labels.modelBytes(1)]),
    );
  } finally {
    store.close();
  }
}

function makeFolder(path: string): string {
  mkdirSync(path);
  return path;
}

function changed(path: string, sql: string): void {
  // Tables behind an index of words are closed else.
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(sql);
  database.close();
}

test.each([[['words', 'against']], [['against']], [['words']]])(
  'tones of a file from before their %j were kept are read without them, and new ones get theirs',
  async lost => {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-words-'));
    try {
      const path = join(folder, 'watch.db');
      await written(path);
      for (const each of lost) changed(path, `ALTER TABLE mention_tones DROP COLUMN ${each}`);
      const reasons = { words: ['вновь', 'открыл'], against: ['суд'] };
      const wordsAt = async (way: 'frozen' | 'write', publication: number) => {
        const store = new SqlitePublications(path, way);
        try {
          if (way === 'write') {
            const [first] = await store.mentions.mentions(publication, 1);
            const tone = { ...first!.tone!, ...reasons };
            const key = { list: 'list', models: 'models' };
            await store.mentions.keepSearch(
              { publication, version: 1 },
              { key, mentions: [{ ...first!, tone }], organizations: [] },
            );
          }
          return (await store.mentions.mentions(publication, 1))[0]?.tone;
        } finally {
          store.close();
        }
      };
      expect(await wordsAt('frozen', 8)).toEqual({ model: 'm', class: 'neutral', p });
      expect(await wordsAt('write', 8)).toMatchObject({ class: 'neutral', ...reasons });
      expect(await wordsAt('frozen', 8)).toMatchObject(reasons);
      expect(await wordsAt('frozen', 9)).toEqual({ model: 'm', class: 'neutral', p });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

const damages: readonly (readonly [what: string, sql: string, table: string])[] = [
  ['a letter of a title', "UPDATE versions SET title = 'Заголовок 8' WHERE publication = 8", 'versions'],
  ['a date', 'UPDATE publications SET dated_at = dated_at + 1 WHERE publication = 8', 'publications'],
  ['a source', 'UPDATE publications SET source = 2 WHERE publication = 8', 'publications'],
  ['a text', 'UPDATE texts SET text = (SELECT text FROM texts WHERE publication = 9) WHERE publication = 8', 'texts'],
  ['the place of a mention', 'UPDATE mentions SET start = 1 WHERE mention = 8', 'mentions'],
  ['a tone', 'UPDATE mention_tones SET p_positive = 0.31 WHERE mention = 8', 'mention_tones'],
  ["an organization's id", "UPDATE mentioned SET organization = 'mso' WHERE publication = 8", 'mentioned'],
  ["a publication's tone", 'UPDATE publication_tones SET score = 0.3 WHERE publication = 8', 'publication_tones'],
  ['the models of a search', 'DELETE FROM searches WHERE publication = 8', 'searches'],
  ['a name of models', "UPDATE tone_models SET name = 'modelt'", 'tone_models'],
  ["an organization's name", "UPDATE organizations SET name = 'Москва'", 'organizations'],
  ['a label', "DROP TRIGGER labels_stay; UPDATE labels SET class = 'negative'", 'labels'],
  ["a model's file", "UPDATE models SET bytes = x'010204'", 'models'],
  ['a publication that is gone', 'DELETE FROM publications WHERE publication = 8', 'publications'],
  ['a version that is gone', 'DELETE FROM versions WHERE publication = 8', 'versions'],
  ['a mention that is gone', 'DELETE FROM mentions WHERE mention = 8', 'mentions'],
  ['the index of words', 'UPDATE words_idx SET pgno = pgno + 2', 'words_idx'],
  ['a part of the index of words', "UPDATE words_data SET block = block || x'00' WHERE id > 10", 'words_data'],
];

describe('watch.db', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-damaged-'));
  const path = join(folder, 'watch.db');
  const copy = join(folder, 'copy.db');
  beforeAll(async () => await written(path));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(damages)('%s is not read silently', async (_, sql, table) => {
    copyFileSync(path, copy);
    changed(copy, sql);
    await expect(shown(copy)).rejects.toThrow(new RegExp(`copy\\.db is missing or damaged \\(table ${table}[ ,:]`));
  });

  test.each([
    ['the key of an address', "UPDATE addresses SET key = x'00' WHERE publication = 8", 'addresses'],
    ['an address that leads elsewhere', 'UPDATE addresses SET publication = 9 WHERE publication = 8', 'addresses'],
    ['the key of a text', 'DELETE FROM text_keys WHERE publication = 8', 'text_keys'],
  ])('%s doubles no publication: the file is not written to', (what, sql, table) => {
    const damaged = join(folder, `${what}.db`);
    copyFileSync(path, damaged);
    changed(damaged, sql);
    expect(() => new SqlitePublications(damaged)).toThrow(
      new RegExp(`is missing or damaged \\(table ${table}: its rows are not those that were written`),
    );
  });

  test('a file of before gets sums of its keys, and keeps them', async () => {
    const before = join(folder, 'before.db');
    await written(before);
    changed(before, "DELETE FROM row_sums WHERE name IN ('addresses', 'text_keys')");
    new SqlitePublications(before).close();
    const of = (file: string) => {
      const database = new DatabaseSync(file);
      const rows = database.prepare("SELECT * FROM row_sums WHERE name IN ('addresses', 'text_keys')").all();
      database.close();
      return rows;
    };
    expect(of(before)).toEqual([]);
    copyFileSync(before, copy);
    new SqlitePublications(copy).close();
    expect(of(copy)).toEqual(of(path));
  });

  test('many faults of an index are one sentence', async () => {
    copyFileSync(path, copy);
    const inSchema = "sqlite_schema WHERE name = 'publications_by_date'";
    changed(
      copy,
      `CREATE TABLE kept AS SELECT * FROM ${inSchema}; PRAGMA writable_schema = ON; DELETE FROM ${inSchema}`,
    );
    changed(copy, 'UPDATE publications SET dated_at = dated_at + 1');
    changed(copy, 'PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM kept');
    changed(copy, 'DROP TABLE kept');
    await expect(shown(copy)).rejects.toThrow(/table publications: [^\n]{1,200}, and \d+ more\)/);
  });

  test('whichever byte changes: what is shown is what was written, or the file is refused', async () => {
    const whole = readFileSync(path);
    const right = await shown(path);
    let refused = 0;
    for (let number = 0; number < 300; number += 1) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(((number * 0.618033988749895) % 1) * bytes.length);
      bytes[at]! ^= 1 << (number % 8);
      rmSync(copy);
      writeFileSync(copy, bytes);
      const outcome = await shown(copy).catch((error: unknown) => {
        if (!(error instanceof BadInput) && systemFaultOf(error)?.kind !== 'damaged') throw error;
        refused += 1;
        return right;
      });
      expect(outcome, `byte ${at}`).toBe(right);
    }
    expect(refused).toBeGreaterThan(15);
  });

  test('a damaged journal is refused by readers; the next run goes on from the last good state, and writes the loss down', async () => {
    const [live, killed] = [join(folder, 'live'), join(folder, 'killed')];
    const store = await openLocalPublications(makeFolder(live));
    await store.mentions.setOrganizations({ digest: 'first', setAt: 1, organizations: [org] });
    await store.mentions.setOrganizations({ digest: 'second', setAt: 2, organizations: [org] });
    cpSync(live, killed, { recursive: true });
    store.close();
    const journal = join(killed, 'watch.db-wal');
    const bytes = readFileSync(journal);
    bytes[bytes.length - 100]! ^= 1;
    writeFileSync(journal, bytes);
    await expect(readLocalPublications(killed, true)).rejects.toThrow(/^watch\.db-wal is damaged \(it was cut short/);
    const lock = lockDirectory(killed);
    if (!('holder' in lock)) throw new Error('nobody else has it');
    openLocalState(killed, lock.holder).close();
    const rest = await openLocalPublications(killed);
    expect(await rest.mentions.listDigest()).toBe('first');
    rest.close();
    lock.release();
    const database = new DatabaseSync(join(killed, 'crawl.db'));
    expect(database.prepare('SELECT damage FROM damages').all()).toEqual([
      { damage: expect.stringMatching(/"publications-journal-damaged".+"watch\.db-wal"/) },
    ]);
    database.close();
  });

  test('a file of before has its sums after it was opened to be written, and all kinds of changes keep them', async () => {
    copyFileSync(path, copy);
    changed(copy, 'DROP TABLE row_sums; PRAGMA user_version = 3');
    expect(await shown(copy)).toBe(await shown(path));
    const store = new SqlitePublications(copy);
    await store.markLost(2, 'https://source.example/8', 'gone', 2_000_000);
    await store.mentions.setOrganizations({ digest: 'other', setAt: 2, organizations: [org, { ...org, id: 'other' }] });
    const place = { field: 'text', start: 0, end: 22, organization: 'msu' } as const;
    await store.mentions.decide({ publication: 8, version: 1 }, place, { status: 'rejected', by: 'ann', at: 9 });
    const searched = { key: { list: 'other', models: 'models' }, mentions: [], organizations: [] };
    await store.mentions.keepSearch({ publication: 9, version: 1 }, searched);
    store.close();
    expect(await shown(copy)).not.toBe(await shown(path));
    changed(copy, "UPDATE publications SET state = 'live'");
    await expect(shown(copy)).rejects.toThrow(/table publications, publication 0 to 15: /);
  });
});
