import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { ArchiveFetcher } from '../../../../../shared/adapters/web/warc/archive-fetcher.ts';
import {
  answer,
  archive,
  folder,
  html,
  origin,
  packed,
  readArchives,
  record,
  removeArchives,
  requestOf,
  video,
} from './archive-builders.ts';

afterAll(removeArchives);

const [root, a, b] = [answer('/', 'root'), answer('/a', 'A'), answer('/b', 'B')];
const all = Buffer.concat([root, a, b]);
const whole = { '/': 'root', '/a': 'A', '/b': 'B' };
const paths = Object.keys(whole);

function pieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe('every record is found', () => {
  test.each<[string, readonly Buffer[]]>([
    ['plain', [all]],
    ['a member of gzip for each record', [packed(root, a, b)]],
    ['one member for all records', [packed(all)]],
    ['several members with several records each', [packed(Buffer.concat([root, a]), b)]],
    ['members that end within records, as bgzip makes them', [packed(...pieces(all, 50))]],
    ['plain records beside packed ones', [root, packed(a), b]],
    [
      'blank lines between records',
      [root, Buffer.from('\r\n\r\n\n'), packed(a), Buffer.from('\r\n'), packed(Buffer.from('\r\n\r\n'), b)],
    ],
    ['empty members between records', [packed(root, Buffer.alloc(0), a, Buffer.alloc(0), b)]],
    [
      'a packed file within a record, stored as it is',
      [packed(root, a), gzipSync(record('/gz', packed(a, b, a)), { level: 0 }), packed(b)],
    ],
    ['thousands of members', [packed(root, a, ...Array.from({ length: 5_000 }, (_, n) => answer(`/${n}`, 'x')), b)]],
    ['line ends behind a record missing', [all.subarray(0, -4)]],
    [
      'heads with line feeds alone',
      [Buffer.from(all.toString('latin1').replaceAll('\r\n\r\nHTTP', '\n\nHTTP'), 'latin1')],
    ],
    ['version 0.17', [Buffer.from(all.toString('latin1').replaceAll('WARC/1.0', 'WARC/0.17'), 'latin1')]],
    ['version 1.1', [Buffer.from(all.toString('latin1').replaceAll('WARC/1.0', 'WARC/1.1'), 'latin1')]],
    ['a folded field of the head', [root, answer('/a', 'A', { fields: ['X-Long: one', '  two'] }), b]],
    ['a field of 100 KB', [root, packed(answer('/a', 'A', { fields: [`X-Long: ${'x'.repeat(100_000)}`] })), b]],
    ['an address in angle brackets', [root, a, record(`<${origin}/b>`, html('B'))]],
  ])('%s', async (_, bytes) => {
    expect(await readArchives(archive(...bytes), paths)).toEqual({ answers: whole, damages: [] });
  });

  test.each<[string, (film: Buffer) => readonly Buffer[]]>([
    ['plain', film => [root, film, a, b]],
    ['packed', film => [packed(root, film, a, b)]],
    ['packed as a whole', film => [gzipSync(Buffer.concat([root, film, a, b]), { level: 1 })]],
  ])('beside a record of 70 MiB, %s, of which the head is read', async (_, bytes) => {
    const read = await readArchives(archive(...bytes(video(70 << 20))), [...paths, '/film']);
    expect(read).toEqual({ answers: { ...whole, '/film': '200 video/mp4' }, damages: [] });
  });

  test('behind a record of 5 GiB, which is passed over by its length', async () => {
    const path = archive(root);
    const file = openSync(path, 'r+');
    const block = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/x-iso9660-image\r\n\r\n');
    const iso = record('/iso', block, { length: 5 * 1024 ** 3 }).subarray(0, -4);
    writeSync(file, iso, 0, iso.length, root.length);
    const end = root.length + iso.length - block.length + 5 * 1024 ** 3;
    writeSync(file, Buffer.concat([Buffer.from('\r\n\r\n'), a, packed(b)]), 0, undefined, end);
    closeSync(file);
    const read = await readArchives(path, [...paths, '/iso']);
    expect(read).toEqual({ answers: { ...whole, '/iso': '200 application/x-iso9660-image' }, damages: [] });
    rmSync(path);
  });

  test('a page above the limit is too large, however it is packed', async () => {
    const large = answer('/a', 'x'.repeat(11 << 20));
    for (const bytes of [large, packed(large)])
      expect((await readArchives(archive(root, bytes, b), paths)).answers).toEqual({ ...whole, '/a': 'too-large' });
  });
});

describe('what is damaged costs itself, and it is said', () => {
  const [za, zb] = [packed(a), packed(b)];
  const broken = Buffer.from(za).fill(0xff, 60, 80);
  const wrongSum = Buffer.from(za).fill(0, za.length - 8, za.length - 4);
  const lostA = `a response of ${origin}/a is lost`;
  test.each<[string, readonly Buffer[], Partial<typeof whole>, readonly (string | RegExp)[]]>([
    ['a cut block at the end', [root, a.subarray(0, -6)], { '/': 'root' }, [`byte ${root.length}; ${lostA}`]],
    ['a cut head at the end', [root, a.subarray(0, 30)], { '/': 'root' }, ['30 bytes are passed over']],
    [
      'a cut member at the end',
      [packed(root), za.subarray(0, -20)],
      { '/': 'root' },
      [/byte \d+; .*(?:lost|passed over)/],
    ],
    [
      'a member cut behind its record',
      [packed(root), za.subarray(0, -3)],
      { '/': 'root', '/a': 'A' },
      ['is cut: its last member of gzip has no end'],
    ],
    [
      'a cut end of a file packed as a whole',
      [gzipSync(all, { level: 0 }).subarray(0, -14)],
      { '/': 'root', '/a': 'A' },
      [`a response of ${origin}/b is lost`, 'no end'],
    ],
    ['a cut block before a record', [root, a.subarray(0, -6), b], { '/': 'root', '/b': 'B' }, [lostA]],
    [
      'a cut head before a record',
      [root, a.subarray(0, 45), b],
      { '/': 'root', '/b': 'B' },
      ['45 bytes are passed over'],
    ],
    ['a cut member before a record', [packed(root), za.subarray(0, -20), zb], { '/': 'root', '/b': 'B' }, [/byte \d+/]],
    ['a broken member', [packed(root), broken, zb], { '/': 'root', '/b': 'B' }, [/byte \d+/]],
    [
      'a broken member among many',
      [packed(root, ...Array(500).fill(root)), broken, packed(...Array(500).fill(root), b)],
      { '/': 'root', '/b': 'B' },
      [/byte \d+/],
    ],
    ['a wrong check sum', [packed(root), wrongSum, zb], { '/': 'root', '/b': 'B' }, [lostA]],
    ['bytes that are no record', [root, Buffer.from('no WARC/1.0 record'), a, b], whole, ['18 bytes are passed over']],
    ['zero bytes between members', [packed(root), Buffer.alloc(500), za, zb], whole, ['500 bytes are passed over']],
    ['bytes before the first record', [Buffer.from('# comment\n'), root, za, b], whole, ['byte 0; 10 bytes']],
    [
      'a length that is too long',
      [root, answer('/a', 'A', { length: html('A').length + 9 }), b],
      { '/': 'root', '/b': 'B' },
      [lostA],
    ],
    [
      'a length beyond the file',
      [root, answer('/a', 'A', { length: 1e15 - 1 }), b],
      { '/': 'root', '/b': 'B' },
      [lostA],
    ],
    ['a length that is too short', [root, answer('/a', 'A', { length: 3 }), b], { '/': 'root', '/b': 'B' }, [lostA]],
    [
      'a length that is no number',
      [root, Buffer.from(a.toString().replace(/Length: \d+/, 'Length: 1e3')), b],
      { '/': 'root', '/b': 'B' },
      [/passed over/],
    ],
    [
      'a head without end',
      [packed(root), packed(Buffer.from(`WARC/1.0\r\n${'X: y\r\n'.repeat(200_000)}`)), zb],
      { '/': 'root', '/b': 'B' },
      [/passed over/],
    ],
  ])('%s', async (_, bytes, found, said) => {
    const { answers, damages } = await readArchives(archive(...bytes), paths);
    expect(Object.entries(answers).filter(([, each]) => each !== 'not-archived')).toEqual(Object.entries(found));
    expect(damages).toHaveLength(said.length);
    for (const [index, text] of said.entries()) expect(damages[index]).toMatch(text);
    for (const text of damages) expect(text).toContain('FILE');
  });

  test('an empty file beside a whole one is noted, and many damages are counted', async () => {
    const garbage = Array.from({ length: 9 }, (_, index) => [Buffer.from('garbage'), answer(`/${index}`, 'x')]).flat();
    const { damages } = await readArchives([archive(), archive(...garbage, b)], ['/b']);
    expect(damages[0]).toBe('FILE is empty');
    expect(damages).toHaveLength(7);
    expect(damages.at(-1)).toBe('FILE is damaged at 4 further places');
  });

  test.each([
    ['many that might be heads', Buffer.from('WARC/1.0\r\n'.repeat(500_000))],
    ['many that might be members', Buffer.from('\x1f\x8b\x08\0'.repeat(500_000), 'latin1')],
    ['a line of 20 MB', Buffer.from(`WARC/1.0\r\nX: ${'x'.repeat(20_000_000)}`)],
  ])('%s are passed over in bounded time', async (_, bytes) => {
    const before = process.cpuUsage();
    const { answers, damages } = await readArchives(archive(root, bytes), ['/']);
    expect(answers).toEqual({ '/': 'root' });
    expect(damages).toHaveLength(1);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  test('500,000 header lines cost no second, and a head that is too long is no answer', async () => {
    const lines = (count: number): string => html('x', `200 OK${'\r\nA: b'.repeat(count)}`);
    const path = archive(record('/a', lines(60_000)), packed(record('/b', lines(500_000))));
    const before = process.cpuUsage();
    expect((await readArchives(path, ['/a', '/b'])).answers).toEqual({ '/a': 'x', '/b': 'protocol' });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});

describe('what is no archive is refused by a sentence', () => {
  const refusal = async (path: string): Promise<string> =>
    await readArchives(path, []).then(
      () => 'read',
      (error: Error) => error.message.replace(path, 'FILE'),
    );

  test.each([
    ['a text', Buffer.from('hello'), 'FILE has no whole record at byte 0; 5 bytes are passed over'],
    ['an empty file', Buffer.alloc(0), 'FILE is empty'],
    ['zeros', Buffer.alloc(100_000), 'FILE has no whole record at byte 0; 100000 bytes are passed over'],
    [
      'another packed file',
      gzipSync(Buffer.from('some text')),
      'FILE has no whole record at byte 0; 29 bytes are passed over',
    ],
    [
      'an archive packed by zstd',
      zstdCompressSync(all),
      'FILE is packed by zstd; unpack it, or pack it anew by gzip, and name that file',
    ],
    [
      'an archive packed by bzip2',
      Buffer.from('BZh91AY&SY'),
      'FILE is packed by bzip2; unpack it, or pack it anew by gzip, and name that file',
    ],
  ])('%s', async (_, bytes, said) => {
    expect(await refusal(archive(bytes))).toBe(said);
  });

  test('a folder, a device, and what is not there', async () => {
    mkdirSync(join(folder, 'inner'));
    expect(await refusal(join(folder, 'inner'))).toBe('FILE is a folder');
    expect(await refusal('/dev/zero')).toBe('FILE is no regular file');
    expect(await refusal(join(folder, 'none'))).toBe('there is no file FILE');
  });
});

test('ARC files are read: versions 1 and 2, plain, packed and packed as a whole', async () => {
  const arc = (version: 1 | 2): Buffer[] => {
    const more = version === 1 ? '' : '200 sum - 0 x.arc ';
    const one = (address: string, block: string, separator = '\n'): Buffer =>
      Buffer.from(
        `${address} 192.0.2.1 20040102030405 text/html ${more}${Buffer.byteLength(block)}\n${block}${separator}`,
      );
    const info = `${version} 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n\n`;
    return [
      one('filedesc://x.arc', info, ''),
      ...Object.entries(whole).map(([path, body]) => one(origin + path, html(body))),
    ];
  };
  for (const version of [1, 2] as const) {
    const records = arc(version);
    for (const bytes of [records, [packed(...records)], [packed(Buffer.concat(records))]])
      expect(await readArchives(archive(...bytes), paths)).toEqual({ answers: whole, damages: [] });
    const damaged = [...records.slice(0, 2), Buffer.from('garbage\nmore\n'), ...records.slice(2)];
    const read = await readArchives(archive(...damaged), paths);
    expect(read.answers).toEqual(whole);
    expect(read.damages).toEqual([expect.stringContaining('13 bytes are passed over')]);
  }
});

test('segments of a record are put together, and an answer that lacks one is none', async () => {
  const block = Buffer.from(html('the whole page'));
  const first = record('/a', block.subarray(0, 50), {
    fields: ['WARC-Record-ID: <urn:x:1>', 'WARC-Segment-Number: 1'],
  });
  const further = (number: number, from: number, to: number, ...fields: string[]): Buffer =>
    record('/a', block.subarray(from, to), {
      type: 'continuation',
      fields: ['WARC-Segment-Origin-ID: <urn:x:1>', `WARC-Segment-Number: ${number}`, ...fields],
    });
  const last = further(3, 55, block.length, `WARC-Segment-Total-Length: ${block.length}`);
  const complete = [archive(last, further(2, 50, 55)), archive(first)];
  expect((await readArchives(complete, ['/a'])).answers).toEqual({ '/a': 'the whole page' });
  expect((await readArchives([archive(first, last)], ['/a'])).answers).toEqual({ '/a': 'not-archived' });
});

test('heads as HTTP/2 has them, resources without a head, and what is no answer of a server', async () => {
  const path = archive(
    record('/a', ':status: 200\r\ncontent-type: text/html\r\n\r\nA'),
    record('/b', 'HTTP/2 200\r\ncontent-type: text/html\r\n\r\nB'),
    record('/c', '<p>C', { type: 'resource', fields: ['Content-Type: text/html'] }),
    record('/d', 'text of a page', { type: 'conversion', fields: ['Content-Type: text/html'] }),
    record('/e', 'no answer'),
    record('/f', '{"reason":"__proto__"}', { type: 'metadata', fields: ['WARC-Orbweaver-Failed: x'] }),
  );
  const { answers } = await readArchives(path, ['/a', '/b', '/c', '/d', '/e', '/f']);
  expect(answers).toEqual({
    '/a': 'A',
    '/b': 'B',
    '/c': '<p>C',
    '/d': 'not-archived',
    '/e': 'protocol',
    '/f': 'protocol',
  });
});

test('a file without a name holds what was unpacked, so nothing is left', async () => {
  const path = archive(packed(all));
  const inner = join(folder, 'unpacked');
  mkdirSync(inner);
  const fetcher = await ArchiveFetcher.open([path], { folder: inner, damaged: text => expect.fail(text) });
  // It could not be removed while it had a name.
  rmSync(inner, { recursive: true });
  expect(await fetcher.fetch(requestOf('/b'))).toMatchObject({ kind: 'answered', status: 200 });
  await fetcher.close();
  writeFileSync(path, '');
});
