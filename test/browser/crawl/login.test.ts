import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CrawlResults, newDirectory, workFolder } from '../../crawl/crawl-run.ts';
import { runChild, startChildWith } from '../../process/crawl/child-crawl.ts';
import { type LoopbackSite, page, type SitePage, startSite } from '../../servers/loopback-site.ts';
import { unpackedChromium } from '../console/launch-browser.ts';

let site: LoopbackSite;
afterEach(async () => await site.close());

const html = { 'content-type': 'text/html' };

/** A site behind a form; its session changes with each page and ends with each of three links. */
async function formSite(): Promise<LoopbackSite> {
  let session = 0;
  const value = (): string => `session-${session}-hidden`;
  const inside =
    (title: string, links: string): SitePage =>
    ({ headers }) => {
      if (session === 0 || !String(headers['cookie']).includes(`sid=${value()}`))
        return { status: 403, headers: html, body: 'no' };
      session += 1;
      return {
        headers: { ...html, 'set-cookie': `sid=${value()}; Path=/; HttpOnly` },
        body: `<title>${title}</title>${links}`,
      };
    };
  const out: SitePage = () => {
    session = 0;
    return page('out');
  };
  return await startSite({
    '/login':
      '<form action=/enter><input id=user name=user><input id=pw type=password name=pw><button>in</button></form>',
    '/enter?user=amy&pw=open+sesame': () => {
      session = 1;
      return {
        headers: { ...html, 'set-cookie': `sid=${value()}; Path=/; HttpOnly` },
        body: '<p class=account>amy</p>',
      };
    },
    '/': inside(
      'start',
      '<a href=/logout>x</a><a href="/x?action=logout">y</a><a href=/leave>Выйти</a><a href=/a>a</a>',
    ),
    '/a': inside('a', '<a href=/b>b</a>'),
    '/b': inside('b', ''),
    '/logout': out,
    '/x?action=logout': out,
    '/leave': out,
  });
}

const steps = `
- fill: '#user'
  value: amy
- fill: '#pw'
  env: FORM_PASSWORD
- click: button
- wait: .account
`;

test.each([['never'], ['always']])(
  'a site behind a form is crawled after its login, with --render %s, and nobody logs out',
  async render => {
    site = await formSite();
    const [script, cookies] = [join(workFolder, 'login.yaml'), join(workFolder, `cookies-${render}.json`)];
    writeFileSync(script, steps);
    const login = await startChildWith(
      { FORM_PASSWORD: 'open sesame' },
      'login',
      `${site.origin}/login`,
      '--steps',
      script,
      '--out',
      cookies,
    ).ended;
    expect([login.exitCode, login.stdout]).toEqual([0, `${cookies}\n`]);
    expect(statSync(cookies).mode & 0o077).toBe(0);
    const directory = newDirectory();
    const crawl = await runChild(
      'crawl',
      `${site.origin}/`,
      '--cookies',
      cookies,
      '--out',
      directory,
      '--delay',
      '0',
      '--max-downloads',
      '1',
      '--render',
      render,
      '--quiet',
    );
    expect([crawl.exitCode, crawl.stderr]).toEqual([0, '']);
    const results = new CrawlResults(directory);
    expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a'], 2: ['/b'] });
    expect(results.reasons()).toEqual({ '/logout': 'logout', '/x?action=logout': 'logout', '/leave': 'logout' });
    expect(site.paths().filter(path => /log?out|leave/.test(path))).toEqual([]);
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map(name => join(directory, name));
    const leaks = files.filter(
      path => statSync(path).isFile() && /session-\d+-hidden|open.sesame/.test(readFileSync(path, 'latin1')),
    );
    expect(leaks).toEqual([]);
  },
);

test('a person logs in, in a window with another one of the organization, and presses Enter', async () => {
  const session = { ...html, 'set-cookie': 'sid=session-1-hidden; Path=/; HttpOnly' };
  let isOver: (value: unknown) => void = () => undefined;
  const over = new Promise(resolve => (isOver = resolve));
  site = await startSite({
    '/login': '<script>addEventListener("storage", () => (location = "/in")); open("/organization");</script>',
    '/organization': { headers: session, body: '<script>localStorage.done = 1; close();</script>' },
    '/in': ({ headers }) => {
      isOver(headers['cookie']);
      return page('in');
    },
  });
  const cookies = join(workFolder, 'window.json');
  const run = startChildWith(
    { DISPLAY: ':99', ORBWEAVER_BROWSER: unpackedChromium() },
    'login',
    `${site.origin}/login`,
    '--out',
    cookies,
  );
  expect(await Promise.race([over, run.ended])).toBe('sid=session-1-hidden');
  run.process.stdin!.write('\n');
  expect(await run.ended).toMatchObject({ exitCode: 0, stdout: `${cookies}\n` });
  expect(JSON.parse(readFileSync(cookies, 'utf8'))).toMatchObject({
    cookies: [{ name: 'sid', value: 'session-1-hidden', domain: '127.0.0.1' }],
  });
  expect(statSync(cookies).mode & 0o077).toBe(0);
});

test('a step that cannot be done is named, without its text; so is a missing screen', async () => {
  site = await startSite({ '/login': '<input id=other>' });
  const script = join(workFolder, 'wrong.yaml');
  writeFileSync(script, "- fill: '#user'\n  value: hidden-text\n");
  const run = await startChildWith({}, 'login', `${site.origin}/login`, '--steps', script).ended;
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toMatch(/Step 1 \(fill #user\) cannot be done/);
  expect(run.stderr).not.toContain('hidden-text');
  const blind = await startChildWith({}, 'login', `${site.origin}/login`).ended;
  expect([blind.exitCode, blind.stderr]).toEqual([4, expect.stringContaining('--steps FILE')]);
});
