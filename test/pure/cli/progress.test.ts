import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { canBeDrawnOn, liveDisplay, plainDisplay } from '../../../functions/cli/terminal/progress-display.ts';
import { progressBlock, progressLine } from '../../../functions/cli/terminal/progress-lines.ts';
import type { OutcomeCounts } from '../../../shared/domain/protocol/site-outcomes.ts';
import type { Progress, SiteProgress } from '../../../shared/report/progress.ts';

const outcomes: OutcomeCounts = { found: 2000, nodes: 1000, redirects: 1, duplicates: 20, skipped: 30 };

function siteAt(number: number, changes: Partial<SiteProgress> = {}): SiteProgress {
  const origin = `https://s${number}.example`;
  const numbers = { level: 2, queued: 949, left: 0, used: 1050, delayMs: 1500 };
  return { number, name: `s${number}`, origin, status: 'active', outcomes, ...numbers, ...changes };
}

const running: Progress = {
  directory: 'crawls/x',
  state: 'running',
  startedAt: 0,
  elapsedMs: 65_000,
  outcomes,
  queued: 949,
  requestsPerSecond: 16.15,
  requests: 130,
  bytes: 12_345_678,
  inFlight: 2,
  used: 1050,
  limit: 5000,
  timeLeft: { leastMs: 245_000, mostMs: 245_000 },
  sites: [siteAt(1, { waitingFor: { kind: 'parsing' } })],
};

test('tells the totals in one line', () => {
  expect(progressLine(running)).toBe(
    '1,050 of 5,000 pages, 1,000 nodes, 16.1 requests/s, level 2, 949 waiting, about 4 min 05 s left',
  );
});

test('says of the time left what it knows', () => {
  const left = (timeLeft: NonNullable<Progress['timeLeft']>) =>
    progressLine({ ...running, timeLeft })
      .split(', ')
      .at(-1);
  expect(left({ leastMs: 60_000 })).toBe('at least 1 min 00 s left');
  expect(left({ leastMs: 60_000, mostMs: 150_000 })).toBe('1 min 00 s to 2 min 30 s left');
});

test('calls left to do what a resume goes on with, and not skipped', () => {
  const sites = [siteAt(1, { status: 'stopped', queued: 0, left: 12 })];
  const lines = progressBlock({ ...running, state: 'stopped', queued: 0, sites }, 12);
  expect(lines[2]).toBe('  2,000 found, 1 redirect, 20 duplicates, 18 skipped, 12 left to do');
  expect(lines[3]).toMatch(/ {2}12 left to do {2}stopped$/);
});

test('gives a start page without a page a line of its own, which the table does not push out of 80 columns', () => {
  const origin = 'https://library.university.example:8443';
  const startFault = { address: `${origin}/`, reason: 'http-status', status: 404, statusName: 'Not Found' } as const;
  const sites = [siteAt(1), siteAt(2, { origin, startFault }), siteAt(3)];
  const lines = progressBlock({ ...running, sites }, 12).slice(3);
  expect(lines[1]).toBe(`  ${origin}: start page: 404 Not Found`);
  expect([lines[0], lines[2]].map(line => line?.slice(0, 22))).toEqual([
    '  https://s1.example  ',
    '  https://s3.example  ',
  ]);
});

test('shows what is being asked for, and the last refusal', () => {
  const refused = [{ address: 'https://s1.example/gone', at: 0, status: 410 }];
  expect(progressBlock({ ...running, fetching: ['https://s1.example/a'], refused }, 12).slice(3, 5)).toEqual([
    '  now: https://s1.example/a',
    '  last refusal: 410 https://s1.example/gone',
  ]);
});

test('tells how many addresses are checked behind the last page', () => {
  const fetching = ['https://other.example/b'];
  const checking = { ...running, state: 'unloading', checks: { done: 1_012, of: 2_000 }, fetching } as const;
  const block = progressBlock(checking, 12);
  expect(block[0]).toMatch(/^Checking addresses, 1,012 of 2,000: 1 site, 1 min 05 s, 12.3 MB, 130 requests, 2 open$/);
  expect(block[3]).toBe('  now: https://other.example/b');
});

test('tells in the line too when a host in trouble is tried again', () => {
  const at = Date.UTC(2026, 0, 31, 12, 30, 5);
  const first = siteAt(1, { waitingFor: { kind: 'host-trouble', at, failures: 4 } });
  const later = siteAt(2, { waitingFor: { kind: 'host-trouble', at: at + 9_000, failures: 1 } });
  expect(progressLine({ ...running, sites: [first] })).toMatch(/, 4 failures, next try 12:30:05 UTC$/);
  expect(progressLine({ ...running, sites: [later, first, siteAt(3)] })).toMatch(
    /, 2 hosts in trouble, next try 12:30:05 UTC$/,
  );
});

test('tells in the line too when a host that rests is asked again', () => {
  const at = Date.UTC(2026, 0, 31, 12, 30, 5);
  const [first, later] = [
    siteAt(1, { waitingFor: { kind: 'rest', at } }),
    siteAt(2, { waitingFor: { kind: 'rest', at: at + 1 } }),
  ];
  expect(progressLine({ ...running, sites: [first] })).toMatch(/, the host rests, next try 12:30:05 UTC$/);
  expect(progressLine({ ...running, sites: [later, first] })).toMatch(/, 2 hosts at rest, next try 12:30:05 UTC$/);
});

test('leaves out what a process that only looks at the state cannot know', () => {
  const { requests, requestsPerSecond, inFlight, timeLeft, ...seen } = running;
  expect(progressBlock(seen, 12).slice(0, 2)).toEqual([
    'Crawling: 1 site, 1 min 05 s, 12.3 MB',
    '  1,050 of 5,000 pages, 1,000 nodes, level 2, 949 waiting',
  ]);
});

test('tells each site what it waits for, active ones first', () => {
  const at = Date.UTC(2026, 0, 31, 12, 30, 5);
  const sites = [
    siteAt(1, { status: 'no-work' }),
    siteAt(2, { waitingFor: { kind: 'host-trouble', at, failures: 5 } }),
    siteAt(3, { waitingFor: { kind: 'other-crawl' } }),
    siteAt(4, { waitingFor: { kind: 'budget' }, limit: 1050 }),
    siteAt(5, { waitingFor: { kind: 'parsing' } }),
    siteAt(6),
    siteAt(7, { waitingFor: { kind: 'sitemaps' } }),
  ];
  expect(progressBlock({ ...running, sites }, 12)).toEqual([
    'Crawling: 7 sites, 1 min 05 s, 12.3 MB, 130 requests, 2 open',
    '  1,050 of 5,000 pages, 1,000 nodes, 16.1 requests/s, level 2, 949 waiting, about 4 min 05 s left',
    '  2,000 found, 1 redirect, 20 duplicates, 30 skipped',
    '  https://s2.example  level 2           1,050  949 waiting  5 failures, next try 12:30:05 UTC',
    '  https://s3.example  level 2           1,050  949 waiting  another crawl has the host',
    '  https://s4.example  level 2  1,050 of 1,050  949 waiting  waits for its next pages',
    '  https://s5.example  level 2           1,050  949 waiting  parsing',
    '  https://s6.example  level 2           1,050  949 waiting  active',
    '  https://s7.example  level 2           1,050  949 waiting  its sitemaps are read',
    '  https://s1.example  level 2           1,050  949 waiting  no-work',
  ]);
});

test('shows as many sites as fit and counts the others', () => {
  const sites = Array.from({ length: 30 }, (_, index) => siteAt(index + 1));
  const block = progressBlock({ ...running, sites }, 4);
  expect(block).toHaveLength(3 + 4);
  expect(block.at(-1)).toBe('  and 27 more sites, 27 active');
});

test('writes a plain line after two seconds and then every five', () => {
  const stream = new PassThrough();
  const display = plainDisplay(stream);
  for (let elapsedMs = 0; elapsedMs <= 13_000; elapsedMs += 500) display.show({ ...running, elapsedMs });
  const lines = String(stream.read()).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
});

test('draws the block anew on a terminal, cuts what would wrap, and leaves only the lines that stay', () => {
  const { terminal, screen } = fakeTerminal(60, 24);
  const display = liveDisplay(terminal);
  display.show(running);
  display.write('a line that stays');
  display.show({ ...running, elapsedMs: 66_000 });
  expect(screen()[0]).toBe('a line that stays');
  expect(screen()[1]).toBe('Crawling: 1 site, 1 min 06 s, 12.3 MB, 130 requests, 2 open');
  expect(Math.max(...screen().map(line => line.length))).toBe(59);
  display.end();
  expect(screen()).toEqual(['a line that stays']);
});

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['xterm', { isTTY: true, columns: 80 }, true],
  ['dumb', { isTTY: true, columns: 80 }, false],
  ['xterm', { isTTY: true, columns: 0 }, false],
])('draws on a terminal that can be drawn on: %s, %j', (term, terminal, can) => {
  vi.stubEnv('TERM', term);
  expect(canBeDrawnOn(terminal)).toBe(can);
});

test('leaves nothing of the ^C that a terminal echoes', () => {
  const { terminal, screen } = fakeTerminal(60, 24);
  const display = liveDisplay(terminal);
  terminal.write('^C');
  display.write('Stopping before the first block.');
  display.show(running);
  terminal.write('^C');
  display.write('Stopping at once.');
  display.end();
  expect(screen()).toEqual(['Stopping before the first block.', 'Stopping at once.']);
});

/** As much of a terminal as a block of lines needs: text, a cursor that goes up and to the left, and erasing downwards. */
function fakeTerminal(columns: number, rows: number) {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  const put = (text: string) => {
    for (const character of text) {
      if (character === '\n') {
        row += 1;
        column = 0;
      } else {
        const line = (lines[row] ?? '').padEnd(column);
        lines[row] = line.slice(0, column) + character + line.slice(column + 1);
        column += 1;
      }
      lines[row] ??= '';
    }
  };
  const control = (text: string) => {
    if (text.endsWith('A')) row -= Number(text.slice(2, -1));
    if (text.endsWith('G')) column = Number(text.slice(2, -1)) - 1;
    if (text.endsWith('J')) lines.splice(row, lines.length, lines[row]!.slice(0, column));
  };
  const write = (text: string) => {
    if (stripVTControlCharacters(text) === '') control(text);
    else put(text);
    return true;
  };
  return { terminal: { columns, rows, write } as unknown as WriteStream, screen: () => lines.slice(0, -1) };
}

test('the line counts sites that gave no page', () => {
  const dead = { startFault: { address: 'https://s2.example/', reason: 'dns' } } as const;
  const sites = [siteAt(1), siteAt(2, { ...dead, status: 'not-available' }), siteAt(3, { ...dead, status: 'removed' })];
  expect(progressLine({ ...running, sites })).toContain(', 949 waiting, no page from 1 site, about ');
  expect(progressLine(running)).not.toContain('no page');
});
