import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserFolder } from '../../../shared/adapters/browser/browser-folder.ts';
import { openBrowsers, openPageDriver, openTraverser } from '../../../shared/adapters/browser/open.ts';
import { localProcesses } from '../../../shared/adapters/local/open.ts';
import type { PageAnswer } from '../../../shared/domain/http/page-answer.ts';
import { traverseDefaults } from '../../../shared/domain/spec/traverse-options.ts';
import type { PageToTraverse, TraversalAnswer } from '../../../shared/ports/page-ports.ts';
import { binFile, runCli } from '../../process/cli/run-cli.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { browsersIn, livingOf, until } from './living-browsers.ts';

const page = (body: string) => `<!doctype html><title>t</title>${body}`;
/** The press asks for an address that is never answered: the traversal stands there. */
const standing = page(`<button onclick="fetch('/silent')">load</button>`);
const hanging = page(`<button onclick="fetch('/asked').then(() => { for (;;) {} })">hang</button>`);

let site: LoopbackSite;
let folder: string;
let asked: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-orphans-'));
  site = await startSite(
    {
      '/': standing,
      '/hanging': hanging,
      '/fine': page(`<button onclick="this.insertAdjacentHTML('afterend', '<a href=/found/x>x</a>')">fine</button>`),
      '*': { status: 200, body: '' },
    },
    { answerAfterMs: () => (asked.at(-1) === '/silent' ? 2 ** 30 : 0), onAsked: ({ path }) => asked.push(path) },
  );
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  asked = [];
});

function environment(): Record<string, string> {
  return { ORBWEAVER_STATE: join(folder, 'state'), TMPDIR: folder };
}

function start(path: string) {
  const child = spawn(process.execPath, [binFile, 'traverse', `${site.origin}${path}`, '--delay', '0', '--json'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment() },
    detached: true,
  });
  const exit = new Promise<number | null>(resolve => child.once('exit', resolve));
  return { child, exit };
}

function browserFolder(): string {
  return join(folder, readdirSync(folder).find(name => name.startsWith('orbweaver-browser-'))!);
}

function profiles(): readonly string[] {
  return readdirSync(browserFolder()).filter(name => name.startsWith('profile.'));
}

describe.skipIf(process.platform !== 'linux')('a browser', () => {
  test.each([
    ['waits for an answer', '/', '/silent'],
    ['never comes to an end', '/hanging', '/asked'],
  ])('ends with its killed process, while the page %s; the next start removes its profile', async (_, path, last) => {
    const { child, exit } = start(path);
    await until(() => asked.includes(last));
    const [browser] = browsersIn(folder);
    expect(livingOf(browser!).length).toBeGreaterThan(1);
    // The launcher and the engine that it starts are of one group; the browser has its own.
    process.kill(-child.pid!, 'SIGKILL');
    await exit;
    await until(() => livingOf(browser!).length === 0);
    expect(profiles()).toHaveLength(1);
    const { exitCode } = await runCli(['traverse', `${site.origin}/fine`, '--delay', '0'], { env: environment() });
    expect([exitCode, profiles(), browsersIn(folder)]).toEqual([0, [], []]);
  });

  test('is gone with its profile after Ctrl-C, which ends with what was found so far', async () => {
    const { child, exit } = start('/fine');
    const output = text(child.stdout);
    await until(() => asked.includes('/robots.txt'));
    const [browser] = browsersIn(folder);
    process.kill(-child.pid!, 'SIGINT');
    expect(await exit).toBe(3);
    expect(JSON.parse(await output)).toMatchObject({ ended: 'stopped' });
    await until(() => livingOf(browser!).length === 0);
    expect(profiles()).toEqual([]);
  });

  test('is gone with its profile after the second Ctrl-C, though the page still waits', async () => {
    const { child, exit } = start('/');
    await until(() => asked.includes('/silent'));
    const [browser] = browsersIn(folder);
    process.kill(-child.pid!, 'SIGINT');
    process.kill(-child.pid!, 'SIGTERM');
    expect(await exit).toBe(3);
    await until(() => livingOf(browser!).length === 0);
    expect(profiles()).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('browsers as in a Lambda, one for each load,', () => {
  /** Addresses are answered by the test: nothing leaves the process. */
  const html = page('<button id=b>more</button><script>b.onclick = () => fetch("/data")</script>');
  const answered = async (): Promise<TraversalAnswer> => ({
    ...{ status: 200, headers: [['content-type', 'text/html; charset=utf-8']] },
    body: Buffer.from(html),
  });
  /** A browser's profile names its process: here, the test that started it. */
  const opened = () => {
    const self = `test of browsers ${Math.random()}`;
    const chromium = { processes: { self, isAlive: () => true }, inLambda: true };
    const owner = Buffer.from(self).toString('base64url');
    const living = () =>
      browsersIn(join(tmpdir(), `orbweaver-browser-${process.getuid!()}`, `profile.${owner}.`)).length;
    return { chromium, living };
  };
  const toTraverse = (path: string, more: Partial<PageToTraverse> = {}): PageToTraverse => ({
    ...{ key: path, url: `http://127.0.0.1:9${path}`, userAgent: 'test', options: { ...traverseDefaults, clicks: 2 } },
    ...{ after: '', name: '1', over: new AbortController().signal, saved: async () => undefined },
    ...{ answer: answered, known: async () => [] },
    ...more,
  });

  test('have ended after a traversal that is done', async () => {
    const { chromium, living } = opened();
    const traverser = openTraverser(chromium);
    const { result } = await traverser.goOn(toTraverse('/done'));
    expect([result === undefined, living()]).toEqual([false, 0]);
    await traverser.close();
  });

  test('have ended at the close where a slice goes on later, or its turn waits for a host', async () => {
    const { chromium, living } = opened();
    const traverser = openTraverser(chromium);
    const over = new AbortController();
    const slice = await traverser.goOn(
      toTraverse('/later', {
        over: over.signal,
        answer: async () => {
          over.abort();
          return 'later';
        },
      }),
    );
    expect([slice.result, living()]).toEqual([undefined, 1]);
    await traverser.close();
    expect(living()).toBe(0);
  });

  test('have ended where a slice throws', async () => {
    const { chromium, living } = opened();
    const traverser = openTraverser(chromium);
    const known = () => Promise.reject(new Error('the store is away'));
    const answer = async () => ({ ...((await answered()) as PageAnswer), body: Buffer.from('<a href=/a>a</a>') });
    const options = { ...traverseDefaults, untilKnown: 1 };
    await expect(traverser.goOn(toTraverse('/throws', { known, answer, options }))).rejects.toThrow('is away');
    expect(living()).toBe(0);
    await traverser.close();
  });

  test('have ended where a slice was over before its browser had started, and another page took its place', async () => {
    const { chromium, living } = opened();
    const traverser = openTraverser(chromium);
    for (const path of ['/first', '/second', '/third']) {
      const over = new AbortController();
      const slice = traverser.goOn(toTraverse(path, { over: over.signal }));
      setTimeout(() => over.abort(), 50);
      expect((await slice).result).toBeUndefined();
      expect(living()).toBeLessThanOrEqual(1);
    }
    await traverser.close();
    expect(living()).toBe(0);
  });

  test('are none after the close, also where one was just being started', async () => {
    const { chromium, living } = opened();
    const browsers = openBrowsers(chromium);
    const lending = browsers.lend();
    const lent = lending.then(
      () => 'lent',
      ({ message }: Error) => message,
    );
    await browsers.close();
    expect([await lent, living()]).toEqual(['no page is loaded any more: the browsers were closed', 0]);
    await expect(browsers.lend()).rejects.toThrow('were closed');
  });

  test('are given back where the page was left while its browser was being started', async () => {
    const { chromium, living } = opened();
    const browsers = openBrowsers(chromium);
    const page = { url: 'http://127.0.0.1:9/', userAgent: 'test', answer: async () => undefined };
    const driver = openPageDriver({ ...page, loadMs: 1, windowMs: 1, idleMs: 1, buttons: 1 }, browsers);
    const lend = browsers.lend.bind(browsers);
    const asked = new Promise<void>(resolve => {
      browsers.lend = () => {
        resolve();
        return lend();
      };
    });
    const loaded = expect(driver.load(false)).rejects.toThrow('abandoned');
    await asked;
    await driver.abandon();
    await loaded;
    expect(living()).toBe(0);
    await browsers.close();
  });
});

describe.skipIf(process.platform === 'win32')('a program that does not become a browser', () => {
  const starting = async (script: string, mode = 0o700) => {
    const own = mkdtempSync(join(folder, 'program-'));
    const executable = join(own, 'program');
    writeFileSync(executable, script, { mode });
    const before = { ...process.env };
    process.env['TMPDIR'] = own;
    try {
      const why = await openBrowsers({ processes: localProcesses(), executable })
        .lend()
        .then(
          () => 'lent',
          ({ message }: Error) => message,
        );
      const [browsers] = readdirSync(own).filter(name => name.startsWith('orbweaver-browser-'));
      const profiles = readdirSync(join(own, browsers!));
      return { why, profiles, own };
    } finally {
      process.env['TMPDIR'] = before['TMPDIR'] ?? '/tmp';
      if (before['TMPDIR'] === undefined) delete process.env['TMPDIR'];
    }
  };
  /** Its children have the arguments of their shell. */
  const left = (own: string): readonly number[] => browsersIn(own);

  test.each([
    ['ends at once', 'echo no such library >&2; exit 127', 'it has ended with code 127: no such library'],
    ['ends, and leaves a child with its pipes', '(sleep 600; :) & exit 3', 'it has ended with code 3'],
    ['does not answer', '(sleep 600; :) & sleep 600; :', 'it does not answer within 30 seconds'],
  ])('and %s is told of, and nothing of it is left', async (_, body, why) => {
    const { why: told, profiles, own } = await starting(`#!/bin/sh\n${body}\n`);
    expect([told.slice(told.indexOf('does not start: ') + 16), profiles]).toEqual([why, []]);
    await until(() => left(own).length === 0);
  });

  test('because it is killed is started once more', async () => {
    const { why, own, profiles } = await starting('#!/bin/sh\necho once >> "$(dirname "$0")/starts"; kill -9 $$\n');
    expect([why.endsWith('it has ended with SIGKILL'), profiles]).toEqual([true, []]);
    expect(readFileSync(join(own, 'starts'), 'utf8')).toBe('once\nonce\n');
  });

  test('because it cannot be run is told of, and the process goes on', async () => {
    const { why, profiles } = await starting('nothing', 0o600);
    expect([why.includes('EACCES'), profiles]).toEqual([true, []]);
  });
});

describe('the folder of browsers', () => {
  test('unpacks Chromium whole, once, for however many', async () => {
    const parent = mkdtempSync(join(folder, 'other-'));
    const browsers = new BrowserFolder(localProcesses(), parent);
    const [first, second] = await Promise.all([browsers.chromium(), browsers.chromium()]);
    expect(second).toBe(first);
    expect(readdirSync(join(first, '..'))).toHaveLength(1);
  });

  test('keeps the profiles of processes that live', async () => {
    const browsers = new BrowserFolder(localProcesses(), folder);
    const first = await browsers.newProfile();
    const second = await browsers.newProfile();
    expect(
      profiles()
        .map(name => join(browserFolder(), name))
        .sort(),
    ).toEqual([first, second].sort());
  });

  test.skipIf(process.platform === 'win32')('is refused where others could have put a program of theirs', () => {
    const parent = mkdtempSync(join(folder, 'other-'));
    const open = () => new BrowserFolder(localProcesses(), parent);
    open();
    const [made] = readdirSync(parent);
    chmodSync(join(parent, made!), 0o777);
    expect(open).toThrow(/no directory that only you can enter/);
    chmodSync(join(parent, made!), 0o700);
    expect(open).not.toThrow();
  });
});
