/*
 * The cost of a store of publications: `npm run bench:publications [-- --count 1000000]`. Generated texts of some 3 KB (words of
 * a made-up language with the frequencies of a natural one, endings of Russian; 5 of 100 are copies with small changes) go into a
 * new file, then searches of each kind are made. Everything is in one process, so its memory is that of store and generator
 * together. Its heap is bounded (package.json): Node.js would leave garbage as long as the machine has room.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { SqlitePublications } from '../../shared/adapters/local/publications/sqlite-publications.ts';
import { parseSearch } from '../../shared/wings/publications/search/search-query.ts';
import { indexText } from '../../shared/wings/publications/store/indexed-text.ts';
import type { PublicationQuery, Sighting } from '../../shared/wings/publications/store/publication-store.ts';
import { type Bar, verdictOf } from '../measured/bars.ts';
import { GeneratedTexts } from './generated-texts.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000000' } } });
const count = Number(values.count);
const batchSize = 50;
const sources = 200;
const start = Date.UTC(2016, 0, 1);
const spanMs = 10 * 365 * 24 * 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'publications-'));
const path = join(folder, 'watch.db');
/** Of this process, its threads included: on a machine with other work it says more than the clock. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const mb = (bytes: number): number => bytes / 1_000_000;

try {
  const store = new SqlitePublications(path);
  const texts = new GeneratedTexts();
  let compressed = 0;
  let copies = 0;
  let generatingMs = 0;
  let insertingMs = 0;
  let insertingCpuMs = 0;
  let peak = 0;
  for (let at = 0; at < count; at += batchSize) {
    const began = performance.now();
    const found = Array.from({ length: Math.min(batchSize, count - at) }, (_, index) => at + index).map(number => {
      const { title, text, isCopy } = texts.next();
      if (isCopy) copies += 1;
      return { number, title, text };
    });
    const generated = performance.now();
    const cpuBegan = cpuMs();
    const sightings = found.map(({ number, title, text }): Sighting => sightingOf(number, title, text));
    await store.accept(sightings);
    const inserted = performance.now();
    insertingCpuMs += cpuMs() - cpuBegan;
    generatingMs += generated - began;
    insertingMs += inserted - generated;
    for (const { text } of found.slice(0, 1)) compressed += zstdCompressSync(text).length;
    peak = Math.max(peak, process.memoryUsage.rss());
    if (at % 50_000 === 0 && at > 0)
      console.log(
        `${at}: ${((at / insertingMs) * 1000).toFixed()} a second (${(insertingCpuMs / at).toFixed(2)} ms of CPU each), ${mb(statSync(path).size).toFixed()} MB`,
      );
  }
  const perSecond = count / (insertingMs / 1_000);
  const compressedEach = compressed / Math.ceil(count / batchSize);
  const clusters = (await store.find({}, 1_000)).filter(row => row.cluster !== row.id).length;
  console.log(`copies found among the last 1,000: ${clusters}; made in all: ${copies}`);
  const queries: [string, PublicationQuery][] = [
    ['rare word', { words: parseSearch(texts.word(60_000)) }],
    ['commonest word', { words: parseSearch(texts.word(0)) }],
    ['three common words', { words: parseSearch([3, 5, 8].map(at => texts.word(at)).join(' ')) }],
    ['common and rare word', { words: parseSearch(`${texts.word(1)} ${texts.word(60_000)}`) }],
    ['phrase of common words', { words: parseSearch(`"${texts.word(0)} ${texts.word(1)}"`) }],
    ['word in a source', { words: parseSearch(texts.word(20)), sources: [7] }],
    ['word in an old month', { words: parseSearch(texts.word(20)), since: start, until: start + 30 * 24 * 3_600_000 }],
    ['word without another', { words: parseSearch(`${texts.word(4)} -${texts.word(0)}`) }],
    ['source', { sources: [7] }],
    ['old month', { since: start, until: start + 30 * 24 * 3_600_000 }],
    ['source in an old year', { sources: [7], since: start, until: start + 365 * 24 * 3_600_000 }],
    ['originals', { isOriginal: true }],
  ];
  let slowest = 0;
  for (const [name, query] of queries) {
    const times: number[] = [];
    let rows = 0;
    for (let run = 0; run < 5; run += 1) {
      const began = performance.now();
      rows = (await store.find(query, 50)).length;
      times.push(performance.now() - began);
    }
    const first = times[0]!;
    slowest = Math.max(slowest, first);
    console.log(`${name.padEnd(24)} first ${first.toFixed(1)} ms, again ${times.at(-1)!.toFixed(1)} ms, ${rows} rows`);
  }
  peak = Math.max(peak, process.memoryUsage.rss());
  store.close();
  for (const { name, bytes } of bytesOfTables(path))
    console.log(`${name.padEnd(24)} ${(bytes / count).toFixed(0)} bytes`);
  const beside = statSync(path).size / count - compressedEach;
  console.log(
    `${count} publications, generating ${(generatingMs / 1000).toFixed()} s, inserting ${(insertingMs / 1000).toFixed()} s (${(insertingCpuMs / count).toFixed(2)} ms of CPU each); text ${compressedEach.toFixed()} bytes compressed`,
  );
  const bars: Bar[] = [
    { what: 'ms for one inserted publication (2,000 a second)', value: 1_000 / perSecond, limit: 0.5 },
    { what: 'bytes a publication beside its compressed text', value: beside, limit: 2_000 },
    { what: 'ms of the slowest first page', value: slowest, limit: 100 },
    { what: 'peak memory, MB', value: mb(peak), limit: 400 },
  ];
  for (const bar of bars) console.log(verdictOf(bar));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Bytes that each table and index takes of the file, the largest first; the tables of an FTS5 index together. */
function bytesOfTables(file: string): readonly { readonly name: string; readonly bytes: number }[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const sql = `SELECT CASE WHEN name GLOB '*_autoindex_*' THEN 'keys of ' || tbl ELSE name END AS name, sum(pgsize) AS bytes
    FROM (SELECT dbstat.name AS name, tbl_name AS tbl, pgsize FROM dbstat LEFT JOIN sqlite_schema USING (name)) GROUP BY 1 ORDER BY 2 DESC`;
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map(row => ({ name: String(row['name']), bytes: Number(row['bytes']) }));
}

function sightingOf(number: number, title: string, text: string): Sighting {
  const url = `https://news-${number % sources}.example/2026/11/story-${number}-${title.slice(0, 20).replaceAll(' ', '-')}.html`;
  const seenAt = start + Math.floor((number / count) * spanMs);
  return {
    source: number % sources,
    identity: url,
    address: url,
    by: 'feed',
    seenAt,
    version: {
      title,
      publishedAt: seenAt - 600_000,
      language: 'ru',
      canonical: undefined,
      text,
      details: '{"authors":[{"name":"A. Author"}],"section":"news"}',
    },
    index: indexText(title, text),
  };
}
