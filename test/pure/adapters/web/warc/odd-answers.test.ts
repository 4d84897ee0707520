import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { answer, archive, packed, readArchives, record, removeArchives } from './archive-builders.ts';

/** Answers as servers send them and as writers keep them, byte for byte. */

afterAll(removeArchives);

const page = '<title>whole</title><p>to its last byte</p>';
const type = 'Content-Type: text/html';
const chunked = 'Transfer-Encoding: chunked';
const size = page.length.toString(16);

function sent(lines: readonly string[], body: string | Buffer = page, end = '\r\n'): Buffer {
  return Buffer.concat([Buffer.from(`${lines.join(end)}${end}${end}`, 'latin1'), Buffer.from(body)]);
}

const ok = 'HTTP/1.1 200 OK';
const asBrowsers: Readonly<Record<string, Buffer>> = {
  'a folded type': sent([ok, 'Content-Type: text/html;', ' charset=utf-8']),
  'a fold behind the status line': sent([ok, ' X: y', type]),
  'lines that end in LF alone': sent([ok, type], page, '\n'),
  'a CR in a value': sent([ok, 'X: a\rb', type]),
  'a line without colon, and a second status line': sent([ok, 'Oops', ok, type]),
  'blanks before colons and in names': sent([ok, 'X A : b', 'Content-Type : text/html']),
  'a name that is not ASCII, and an empty one': sent([ok, 'X-\xc4: b', ': c', type]),
  'a type twice': sent([ok, type, `${type}; charset=utf-8`]),
  'interim answers': Buffer.concat([
    sent(['HTTP/1.1 100 Continue'], ''),
    sent(['HTTP/1.1 103 Early Hints', 'Link: </a>'], '', '\n'),
    sent([ok, type]),
  ]),
  'a line end before the status line': Buffer.concat([Buffer.from('\r\n'), sent([ok, type])]),
  'a version in lower case, two blanks, no reason': sent(['http/1.1  200', type]),
  'lengths that are wrong': sent([ok, type, 'Content-Length: 7', 'Content-Length: 8']),
  chunks: sent(
    [ok, type, chunked],
    `5\r\n${page.slice(0, 5)}\r\n${(page.length - 5).toString(16)};a=b\r\n${page.slice(5)}\r\n0\r\n\r\n`,
  ),
  'chunks whose lines end in LF alone': sent([ok, type, chunked], `${size}\n${page}\n0\n\n`),
  'chunks with zeros and blanks': sent([ok, type, chunked], `0000${size}  \r\n${page}\r\n0\r\n\r\n`),
  'chunks without the last': sent([ok, type, chunked], `${size}\r\n${page}\r\n`),
  'chunks that the writer has undone': sent([ok, type, chunked]),
  'a coding that the writer has undone': sent([ok, type, 'Content-Encoding: br']),
  'a coding that nobody knows': sent([ok, type, 'Content-Encoding: compress']),
  'gzip in chunks, with text behind its end': sent(
    [ok, type, 'Content-Encoding: gzip', 'Transfer-Encoding: gzip, chunked'],
    inOneChunk(Buffer.concat([gzipSync(page), Buffer.from('<!-- cache -->')])),
  ),
};

function inOneChunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
}

describe('an archived answer is read as browsers read it', () => {
  test.each(Object.entries(asBrowsers))('%s', async (_, block) => {
    for (const each of [record('/a', block), packed(record('/a', block))])
      expect(await readArchives(archive(each), ['/a'])).toEqual({ answers: { '/a': page }, damages: [] });
  });

  test('an empty page in chunks has no bytes', async () => {
    const path = archive(record('/a', sent([ok, type, chunked], '0\r\n\r\n')));
    expect((await readArchives(path, ['/a'])).answers).toEqual({ '/a': '' });
  });

  test('a page with interim answers before it counts before a later error', async () => {
    const path = archive(record('/a', asBrowsers['interim answers']!), record('/a', sent(['HTTP/1.1 404 X', type])));
    expect((await readArchives(path, ['/a'])).answers).toEqual({ '/a': page });
  });
});

describe('an archive that is cut anywhere gives what is whole, and ends', () => {
  const bodies: Readonly<Record<string, string>> = { '/a': 'first', '/b': 'second', '/c': 'third' };
  const records = Object.entries(bodies).map(([path, body]) => answer(path, body));
  const plain = Buffer.concat(records);
  const long = Buffer.concat([
    answer('/a', bodies['/a']!),
    answer('/long', 'x'.repeat(1_200_000)),
    records[1]!,
    records[2]!,
  ]);

  test.each<[string, Buffer, step?: number]>([
    ['plain', plain],
    ['a member of gzip for each record', packed(...records)],
    ['packed as a whole', gzipSync(plain)],
    ['records and members that do not begin together', packed(plain.subarray(0, 60), plain.subarray(60))],
    ['a long record within', packed(long.subarray(0, 200), long.subarray(200)), 41],
  ])('%s', async (_, bytes, step = 1) => {
    let known: readonly string[] = [];
    const lengths = Array.from(bytes, (_, n) => n + 1);
    for (const length of lengths.filter(each => each % step === 0 || each === bytes.length)) {
      const found = await readArchives(archive(bytes.subarray(0, length)), Object.keys(bodies)).catch(nothing);
      const read = Object.entries(found.answers).filter(([, text]) => text !== 'not-archived');
      expect(read.filter(([path, text]) => text !== bodies[path])).toEqual([]);
      const paths = read.map(([path]) => path);
      expect(paths).toEqual(expect.arrayContaining([...known]));
      if (length < bytes.length - 12) expect([found.damages.length, paths.length]).not.toEqual([0, 3]);
      known = paths;
    }
    expect(known).toEqual(Object.keys(bodies));
  });

  /** No file has a whole record: one sentence. */
  function nothing(error: Error): { answers: Record<string, string>; damages: readonly string[] } {
    expect(error.message).toMatch(/ (?:has no whole record at byte \d+|is cut: its last member of gzip has no end)/);
    return { answers: {}, damages: [error.message] };
  }
});
