/**
 * The answers of each reading route, and the output of commands about the same, of this machine and through the API: one stored crawl and
 * one stored watch. `answers.txt` has all of it; after an intended change: `npx vitest run test/process/golden -u`.
 */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleOrganizations } from '../../../functions/cli/mentions/example-organizations.ts';
import { buildProgram } from '../../../functions/cli/program.ts';
import { runProgram } from '../../../functions/cli/run-program.ts';
import { fieldGroups } from '../../../functions/console/spec/spec-fields.ts';
import { lines, wholeNumber, withValue, words } from '../../../functions/console/spec/spec-values.ts';
import { listen } from '../../../functions/example-site/example-answer.ts';
import { exampleAnswer } from '../../../functions/example-site/example-pages.ts';
import { type ServedNewsSites, serveNewsSites } from '../../../functions/example-site/news/serve-news-sites.ts';
import { ServedConsole } from '../serve/served-console.ts';
import { askedPaths, commands } from './asked.ts';
import { changeFaults, filterFaults, specFaults, withoutField } from './faults.ts';
import { steady } from './steady.ts';
import { begin, storePublications } from './stored-watch.ts';

const served = new ServedConsole();
let museum: Awaited<ReturnType<typeof listen>>;
let news: ServedNewsSites;
/** The API as an account has it: with a key in place of a session. */
let api: Server;
let crawl: string;
const watch = join(served.root, 'w');

beforeAll(async () => {
  await served.start();
  museum = await listen(0, exampleAnswer);
  news = await serveNewsSites(begin, () => begin + 86_400_000);
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const type = request.headers['content-type'];
      const headers = {
        authorization: `Bearer ${served.server.token}`,
        ...(type !== undefined && { 'content-type': type }),
      };
      const body = chunks.length === 0 ? undefined : String(Buffer.concat(chunks));
      void served.ask(request.method ?? 'GET', request.url ?? '/', headers, body).then(answer => {
        response.writeHead(answer.status, { 'content-type': answer.headers['content-type'] ?? 'text/plain' });
        response.end(answer.text);
      });
    });
  });
  await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
  process.env['ORBWEAVER_API'] = `http://127.0.0.1:${(api.address() as AddressInfo).port}/`;
  process.env['ORBWEAVER_API_KEY'] = 'key';
  crawl = await served.startCrawl(museum);
  await served.until(crawl, 'finished');
  const sources = ['--source', news.urls.herald, '--source', news.urls.courier, '--delay', '0', '--quiet'];
  expect(await printed('watch', 'new', watch, ...sources)).toMatchObject({ code: 0 });
  await storePublications(watch, news);
  const labels = join(served.root, 'labels.csv');
  const url = new URL('/news/2024/03/05/kletki-rassmotreli-zhivem-15.html', news.urls.herald).href;
  writeFileSync(labels, `url,organization,class,annotator,at\n${url},cytology,negative,Анна,2024-03-09T10:00:00Z\n`);
  for (const args of [
    ['watch', 'organizations', 'set', watch, exampleOrganizations, '--quiet'],
    ['labels', 'import', watch, labels],
  ])
    expect(await printed(...args)).toMatchObject({ code: 0 });
});

afterAll(async () => {
  api.close();
  await Promise.all([museum.close(), news.close()]);
  await served.close();
});

/** The output of a command, run in this process: each in one of its own would cost most of the time. */
async function printed(...args: readonly string[]): Promise<{ code: number; out: string; said: string }> {
  const written: Record<'stdout' | 'stderr', string[]> = { stdout: [], stderr: [] };
  const spies = (['stdout', 'stderr'] as const).map(name => {
    process[name].setMaxListeners(0);
    return vi.spyOn(process[name], 'write').mockImplementation(part => {
      written[name].push(typeof part === 'string' ? part : '(bytes)');
      return true;
    });
  });
  try {
    const code = await runProgram(args, buildProgram);
    return { code, out: written.stdout.join(''), said: written.stderr.join('') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const isText = (type: string): boolean => /json|text|svg|html/.test(type);

test('routes answer and commands print what they did', async () => {
  const places = {
    ...{ museum: museum.origin, herald: new URL(news.urls.herald).origin, courier: new URL(news.urls.courier).origin },
    ...{ console: served.server.origin, api: process.env['ORBWEAVER_API']!.slice(0, -1) },
  };
  const stable = (text: string): string => steady(text, { root: served.root, crawl, places });
  const blocks: string[] = [];
  let before = '';
  for (const args of commands({ watch, crawl: join(served.root, crawl), id: crawl })) {
    const { code, out, said } = await printed(...args);
    const answer = stable(`${code}\n${said}${out}`);
    blocks.push(`$ ${stable(args.join(' '))}\n${answer === before ? 'the same' : answer}`);
    before = answer;
  }
  for (const path of askedPaths(crawl)) {
    const { status, headers, text } = await served.call('GET', path);
    const type = headers['content-type'] ?? '';
    blocks.push(stable(`GET ${decodeURI(path)}\n${status} ${type}\n${isText(type) ? text : '(bytes)'}`));
  }
  expect(served.errors).toEqual([]);
  await expect(`${blocks.map(block => block.trimEnd()).join('\n\n')}\n`).toMatchFileSnapshot('answers.txt');
});

test('what is done to sources is one operation, here and through the API', async () => {
  const entriesOn = async (): Promise<readonly number[]> => {
    const { out } = await printed('remote', 'watches', 'status', 'w', '--json');
    const { sources } = JSON.parse(out) as { sources: readonly { entries: readonly { on: boolean }[] }[] };
    return sources.map(({ entries }) => entries.filter(({ on }) => on).length);
  };
  // A second try finds all entries on, too.
  await printed('watch', 'sources', 'on', watch, '1', '2');
  const [first, second] = await entriesOn();
  const here = await printed('watch', 'sources', 'off', watch, '1');
  expect(here).toEqual({ code: 0, out: 'Source 1 is switched off; what it found stays.\n', said: '' });
  expect(await entriesOn()).toEqual([0, second]);
  expect((await printed('remote', 'watches', 'sources', 'on', 'w', '1')).out).toBe(
    'Source 1 is looked at from now on.\n',
  );
  expect(await entriesOn()).toEqual([first, second]);
  const [address] = (await served.call('GET', '/watches/w/sources/1')).body['entries'] as [{ address: string }];
  for (const [command, name] of [['watch', watch] as const, ['remote watches', 'w'] as const]) {
    const sources = async (...args: readonly string[]) => await printed(...command.split(' '), 'sources', ...args);
    expect((await sources('interval', name, address.address, '--seconds', '77')).out).toBe(
      `${address.address} is looked at every 1 min 17 s from now on.\n`,
    );
    expect(await sources('off', name, '9')).toMatchObject({ code: 4, said: expect.stringContaining('1 (127.0.0.1') });
    expect((await sources('set', name, '2', '--render', 'default', '--json')).out).toBe('[2]\n');
    for (const [interval, said, fixed] of [
      ['88', 'every 1 min 28 s', [88]],
      ['learnt', 'as often as is learnt', [undefined]],
    ] as const) {
      expect((await sources('set', name, '2', '--interval', interval)).out).toContain(
        `each entry is looked at ${said}`,
      );
      const { entries } = (await served.call('GET', '/watches/w/sources/2')).body as {
        entries: { interval?: number }[];
      };
      expect([...new Set(entries.map(each => each.interval))]).toEqual(fixed);
    }
  }
  const url = encodeURIComponent(address.address);
  const removed = await served.call('DELETE', `/watches/w/entries?address=${url}&address=https://none.example/`);
  expect(removed.status, 'all of them, or none').toBe(400);
});

test('a watch is estimated here as through the API, which knows what an account bills', async () => {
  const here = await printed('watch', 'estimate', watch, '--json');
  const there = await printed('remote', 'watches', 'estimate', 'w', '--json');
  const { dollarsPerMonth, ...estimated } = JSON.parse(there.out);
  expect(estimated).toEqual(JSON.parse(here.out));
  expect(estimated.perDay.requests).toBeGreaterThan(estimated.perDay.looks);
  expect(dollarsPerMonth).toBeCloseTo(0.1 + estimated.perDay.requests * 30 * 17e-6);
  const { out, code } = await printed('watch', 'estimate', watch, '--publications', '5');
  expect([code, out.match(/^A day: .* requests, .*\nStorage: .*\nArchive \(off\): at least /m)]).toEqual([
    0,
    expect.anything(),
  ]);
  expect(out).toContain('5 a day at each source, as given');
});

test('rules and applications are changed here and seen through the API, and the other way round', async () => {
  const file = join(served.root, 'rules.json');
  const types = [{ name: 'story', match: '//article', fields: { text: '//article' } }];
  writeFileSync(file, JSON.stringify({ types }));
  const here = async (...args: readonly string[]) => await printed('watch', ...args);
  const there = async (...args: readonly string[]) => await printed('remote', 'watches', ...args);
  for (const [place, other, name, otherName] of [
    [here, there, watch, 'w'],
    [there, here, 'w', watch],
  ] as const) {
    const accepted = await place('rules', 'accept', name, '2', '--rules', file);
    const revision = /by version (\d+) /.exec(accepted.out)?.[1];
    expect((await other('rules', 'list', otherName, '2')).out).toMatch(
      new RegExp(`(^|\n)${revision}  from \\S+ on: story \\(text\\)\n$`),
    );
    expect((await place('rules', 'remove', name, '2')).out).toContain(`Version ${revision} of the rules of source 2`);
    expect((await other('rules', 'remove', otherName, '2')).out).toBe('Source 2 has no rules that hold.\n');
    const off = await place('applications', 'off', name, 'grabber', '--source', '2');
    expect(off.out).toBe('Source 2 is read by readability from now on.\n');
    expect((await other('applications', 'list', otherName)).out).toContain('grabber');
    expect((await other('applications', 'on', otherName, 'grabber')).out).toMatch(/^Source 1 is read by .*\nSource 2 /);
    expect(await place('rules', 'list', name, '9')).toMatchObject({ code: 4 });
    expect(await place('applications', 'on', name, 'none')).toMatchObject({ code: 4 });
  }
});

/** The sentences with which a command ends, without the fields. */
async function refusedBy(...args: readonly string[]): Promise<readonly string[]> {
  const { code, said } = await printed(...args);
  return [`exit code ${code}`, ...said.trimEnd().split('\n').map(withoutField).toSorted()];
}

/** The same of a request. */
async function refusedByApi(method: string, path: string, body?: object): Promise<readonly string[]> {
  const { status, body: answer } = await served.call(method, path, body);
  const errors = (answer['errors'] ?? []) as readonly { readonly message: string }[];
  const isRefused = status === 400 || status === 404 || status === 409;
  return [`exit code ${isRefused ? 4 : status}`, ...errors.map(({ message }) => withoutField(message)).toSorted()];
}

describe('the same bad input has the same sentences', () => {
  const given = (path: string, value: unknown) => withValue({ sites: [{ url: 'https://example.org/' }] }, path, value);

  test.each(specFaults)('as a setting of a crawl: $options', async ({ options, path, value }) => {
    const api = await refusedByApi('POST', '/crawls', given(path, value));
    expect(api[0]).toBe('exit code 4');
    expect(await refusedBy('crawl', 'https://example.org/', ...options)).toEqual(api);
    expect(await refusedBy('remote', 'start', 'https://example.org/', ...options)).toEqual(api);
    const field = fieldGroups.flatMap(({ fields }) => fields).find(each => each.path === path);
    const text = [value].flat().join('\n');
    const typed = { number: wholeNumber(text), lines: lines(text), words: words(text), choices: [text] };
    if (field === undefined || field.kind === 'switch') return;
    const ofForm = Object.hasOwn(typed, field.kind) ? typed[field.kind as 'number'] : text;
    expect(await refusedByApi('POST', '/crawls', given(path, ofForm)), 'as the form sends it').toEqual(api);
  });

  test('but for times, which commands read with their units', async () => {
    const most = 'seconds to the first byte of an answer';
    expect(await refusedByApi('POST', '/crawls', given('timeoutSeconds', 0))).toEqual([
      ...['exit code 4', `0 is refused; allowed is a whole number from 1 to 60 (${most}).`],
    ]);
    for (const command of [['crawl'], ['remote', 'start']])
      expect(await refusedBy(...command, 'https://example.org/', '--timeout', '0')).toEqual([
        ...['exit code 4', '0 is refused; allowed is a time of 1 to 60 seconds, written as 90, 90s, 15m, 2h or 1d.'],
      ]);
  });

  test.each(filterFaults)('as a filter: $command $options', async ({ command, options, query }) => {
    const path = { publications: 'publications', report: 'report', 'watch mentions': 'mentions/export' } as const;
    const api =
      command === 'watch reread'
        ? await refusedByApi('POST', `/watches/w/reread?${query}`)
        : await refusedByApi('GET', `/watches/w/${path[command]}?${query}`);
    expect(api[0]).toBe('exit code 4');
    const there = command.startsWith('watch ') ? command.replace('watch', 'watches') : command;
    expect(await refusedBy(...command.split(' '), watch, ...options.split(' '))).toEqual(api);
    expect(await refusedBy('remote', ...there.split(' '), 'w', ...options.split(' '))).toEqual(api);
  });

  test.each(changeFaults)('as a change: $command $rest', async ({ command, rest, method, path, body }) => {
    const api = await refusedByApi(method, `/watches/w/${path}`, body);
    expect(api[0]).toBe('exit code 4');
    expect(await refusedBy('watch', ...command, watch, ...rest)).toEqual(api);
    // An account has no alerts.
    if (command[0] !== 'alerts') expect(await refusedBy('remote', 'watches', ...command, 'w', ...rest)).toEqual(api);
  });
});
