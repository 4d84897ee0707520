import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const secret = 'geheim';
const forged = 'x\r\n{"level":"ERROR","message":"forged"}\r{"level":"ERROR"}\u001b[2K';
const url = `https://user:${secret}@site.example:8443/${secret}?token=${secret}`;

/** The output of a process that does `calls`, line by line, as CloudWatch takes it from a Lambda. */
function linesOf(calls: string): Record<string, unknown>[] {
  const program = `
    import { lambdaLog, logError, writeCounts } from './functions/aws/lambda-log.ts';
    const [forged, url] = ${JSON.stringify([forged, url])};
    const log = lambdaLog('crawl');
    ${calls}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'DEBUG', POWERTOOLS_DEV: 'false', NODE_NO_WARNINGS: '1' },
  });
  return `${stdout}\n${stderr}`
    .split(/[\r\n]+/)
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}

test('of a request that failed the host is told: no path, query or userinfo, and no line that a server forges (adverse 69)', () => {
  const lines = linesOf(`log.failed({ time: 0, address: url, reason: 'network', detail: forged });`);
  expect(lines).toMatchObject([{ level: 'DEBUG', host: 'site.example:8443', reason: 'network', detail: forged }]);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test('requests that were answered are counted and not written', () => {
  expect(linesOf(`log.fetched({ time: 0, address: url, level: 1, status: 200, bytes: 10, ms: 1 });`)).toEqual([]);
});

test('starts of an invocation are a line for each host, without an address', () => {
  const lines = linesOf(`
    const line = { time: 0, level: 1, status: 200, bytes: 10, ms: 1, delayMs: 100, rules: 'abc' };
    for (const sentAt of [1000, 1100, 1150]) log.fetched({ ...line, address: url, sentAt });
    log.part({ ...line, address: 'https://b.example/x', page: '', kind: 'script', sentAt: 5 });
    log.fetched({ ...line, address: 'https://never.example/' });
    writeCounts();`);
  const ofHosts = lines.filter(({ message }) => message === 'requests');
  const times = { firstStart: 1000, lastStart: 1150, distanceMs: 50, delayMs: 100, tooSoon: 1 };
  expect(ofHosts).toMatchObject([
    { crawl: 'crawl', host: 'site.example:8443', requests: 3, ...times, rules: 'abc' },
    { host: 'b.example', requests: 1, tooSoon: 0 },
  ]);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test('notes and errors are one line each, found by crawl and site', () => {
  const lines = linesOf(`
    log.note({ time: 0, site: 3, text: forged });
    logError('message failed', new Error(forged), { crawl: 'crawl', site: 3 });`);
  expect(lines).toMatchObject([
    { level: 'INFO', message: 'note', crawl: 'crawl', site: 3, text: forged },
    { level: 'ERROR', message: 'message failed', crawl: 'crawl', site: 3, error: { message: forged } },
  ]);
});
