import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { PageReaders } from '../../../functions/embedded/readers/page-readers.ts';
import type { Outcome } from '../../../shared/domain/protocol/crawl-state.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { TurnReader } from '../../../shared/domain/turn/turn-reader.ts';
import type { TurnRecord } from '../../../shared/domain/turn/turn-record.ts';
import { createParseWorker, type ParseSite, ReaderDied } from '../../../shared/steps/parse/parse-worker.ts';
import { withLanguages } from '../../../shared/steps/parse/read-turn.ts';

const spec = resolveSpec([
  readSpec({ sites: [{ url: 'http://a.example/' }], elements: ['a', 'link'] }, path => path.join('.')),
]);
const outcomes: readonly Outcome[] = [{ kind: 'node', hash: 'h' }];

function siteOf(site: number): ParseSite {
  const worker = createParseWorker(
    {} as never,
    () => createCrawlRules(spec),
    () => [],
  );
  return worker.site({ id: 'c', spec } as never, site, { origin: 'http://a.example' });
}

function recordOf(turn: number): TurnRecord {
  const text = 'Die Stadt hat am Montag beschlossen, dass die alte Brücke über den Fluss neu gebaut wird. '.repeat(5);
  const body = Buffer.from(
    `<title>${turn}</title><p>${text}<a href=/x${turn}>x</a><link rel=next href=/next><a href=mailto:a>`,
  );
  const entry = { identity: 'http://a.example/', address: 'http://a.example/', attempt: 1, via: [], foundOn: '' };
  const result = { kind: 'page', status: 200, contentType: 'text/html; charset=utf-8', body } as const;
  return { turn, phase: { level: 0, round: 0 }, origin: 'http://a.example', entries: [{ entry, result }] } as never;
}

test('turns of several sites that threads read are what this thread reads, with the language of the pages', async () => {
  const readers = new PageReaders(spec, 2);
  const turns = Array.from({ length: 12 }, (_, turn) => ({ site: siteOf(turn % 5), record: recordOf(turn) }));
  const read = await Promise.all(turns.map(({ site, record }) => readers.read(site, record, outcomes)));
  for (const [index, { record }] of turns.entries()) {
    const here = await withLanguages(new TurnReader(spec, record.origin, []).read(record, outcomes));
    expect(here.segment.pages[0]!.page!.facts!.detected).toBe('de');
    expect(read[index]).toEqual(here);
    // Their languages are not looked for again.
    expect(here.undeclared).toEqual([]);
  }
});

test('the death of a thread fails its turns, all others go to another thread', async () => {
  let started = 0;
  const dying = (): Worker => {
    started += 1;
    return new Worker("require('node:worker_threads').parentPort.once('message', () => process.exit(3))", {
      eval: true,
    });
  };
  const readers = new PageReaders(spec, 1, dying);
  await expect(readers.read(siteOf(1), recordOf(1), outcomes)).rejects.toBeInstanceOf(ReaderDied);
  await expect(readers.read(siteOf(1), recordOf(2), outcomes)).rejects.toBeInstanceOf(ReaderDied);
  expect(started).toBe(2);
});

test('threads without work end, and a later turn starts one again', async () => {
  const readers = new PageReaders(spec, 1);
  const under = readers.read(siteOf(1), recordOf(1), outcomes);
  await readers.end();
  const first = await under;
  await readers.end();
  expect(await readers.read(siteOf(1), recordOf(1), outcomes)).toEqual(first);
});

test('no more threads are started than have work, and no more than allowed', async () => {
  const started: Worker[] = [];
  const silent = (): Worker => {
    started.push(new Worker('setInterval(() => {}, 1_000)', { eval: true }));
    return started.at(-1)!;
  };
  const readers = new PageReaders(spec, 3, silent);
  const reading = [1, 2, 3, 4, 5].map(async turn => await readers.read(siteOf(turn), recordOf(turn), outcomes));
  const ended = Promise.allSettled(reading);
  expect(started).toHaveLength(3);
  for (const worker of started) await worker.terminate();
  const ends = await ended;
  expect(ends.every(end => end.status === 'rejected' && end.reason instanceof ReaderDied)).toBe(true);
});
