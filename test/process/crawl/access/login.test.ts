/** Sites that ask who comes, and the secrets of whom they let in. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { CrawlResults, newDirectory, workFolder } from '../../../crawl/crawl-run.ts';
import { type LoopbackSite, type Pages, page, type SitePage, startSite } from '../../../servers/loopback-site.ts';
import { runChild, startChildWith } from '../child-crawl.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function serve(pages: Pages): Promise<LoopbackSite> {
  const site = await startSite(pages);
  sites.push(site);
  return site;
}

function file(text: string): string {
  const path = join(workFolder, `given-${Math.random().toString(36).slice(2)}.txt`);
  writeFileSync(path, text);
  return path;
}

const quick = ['--delay', '0', '--quiet', '--format', 'csv,graphml', '--warc', '--all-links'];

async function crawl(directory: string, ...args: readonly string[]): Promise<CrawlResults> {
  const end = await runChild('crawl', ...args, '--out', directory, ...quick);
  expect(end.stderr).toBe('');
  expect(end.exitCode).toBe(0);
  return new CrawlResults(directory);
}

/** Files of a directory whose bytes hold one of the secrets, packed members undone. */
function leaksIn(directory: string, secrets: readonly string[]): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => join(directory, name))
    .filter(path => statSync(path).isFile())
    .filter(path => {
      const bytes = readFileSync(path);
      const plain = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      return secrets.some(secret => plain.includes(secret));
    });
}

function walled(
  isLetIn: (headers: Readonly<Record<string, unknown>>) => boolean,
  challenge: () => Record<string, string>,
): Pages {
  const behind =
    (answer: ReturnType<typeof page>): SitePage =>
    ({ headers }) =>
      isLetIn(headers) ? answer : { status: 401, headers: { 'content-type': 'text/html', ...challenge() }, body: 'no' };
  return { '/': behind(page('start', '/a')), '/a': behind(page('a', '/b')), '/b': behind(page('b')) };
}

test('a site behind Basic auth is crawled; the password is in no file, and another host does not get it', async () => {
  const seen: unknown[] = [];
  const other = await serve({
    '/': ({ headers }) => {
      seen.push(headers['authorization']);
      return page('other');
    },
  });
  const wanted = `Basic ${Buffer.from('amy:s3cret-pass').toString('base64')}`;
  const pages = walled(
    ({ authorization }) => authorization === wanted,
    () => ({ 'www-authenticate': 'Basic realm="r"' }),
  );
  const site = await serve({ ...pages, '/b': page('b', `${other.origin}/`), '/robots.txt': { status: 404 } });
  const directory = newDirectory();
  const results = await crawl(
    directory,
    `${site.origin}/`,
    '--auth-file',
    file('amy:s3cret-pass\n'),
    '--check-external',
    '--allow-host',
    new URL(other.origin).host,
  );
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a'], 2: ['/b'] });
  // One request was made twice: the first had no login.
  expect(site.paths().filter(path => path === '/')).toHaveLength(2);
  expect(seen).toEqual([undefined]);
  expect(leaksIn(directory, ['s3cret-pass', wanted.slice(6)])).toEqual([]);
  const kept = readdirSync(join(process.env['ORBWEAVER_STATE']!, 'access'));
  expect(kept.length).toBeGreaterThan(0);
  for (const name of kept) expect(statSync(join(process.env['ORBWEAVER_STATE']!, 'access', name)).mode & 0o077).toBe(0);
});

test('a link that ends the session is not followed, whatever names it', async () => {
  const html = { 'content-type': 'text/html' };
  const body = `<title>In</title><a href=/1 aria-label="Log out"><svg></svg></a><a href=/2 title=Abmelden>→</a>
    <a href=/3><i></i></a><a href=/3>Sign out</a><a href=/a title="Logs of the day">Logs</a>`;
  const inside: SitePage = ({ headers }) =>
    headers['x-key'] === 'abc' ? { headers: html, body } : { status: 403, headers: html, body: 'no' };
  const site = await serve({ '/': inside, '/a': page('a'), '/1': page('1'), '/2': page('2'), '/3': page('3') });
  const results = await crawl(newDirectory(), `${site.origin}/`, '--header', 'X-Key: abc');
  expect(results.reasons()).toEqual({ '/1': 'logout', '/2': 'logout', '/3': 'logout' });
  expect(site.paths()).not.toContain('/3');
});

test('Digest is answered with SHA-256, and again when the nonce has become stale', async () => {
  const md = (text: string): string => createHash('sha256').update(text).digest('hex');
  let nonce = 'n1';
  let answered = 0;
  let isStale = false;
  const isRight = ({ authorization }: Readonly<Record<string, unknown>>): boolean => {
    const given = Object.fromEntries(
      [...String(authorization).matchAll(/(\w+)="?([^",]*)"?/g)].map(([, name, value]) => [name, value]),
    );
    if (given['nonce'] === undefined) return false;
    isStale = given['nonce'] !== nonce;
    const expected = md(
      [
        md('amy:private:pw-digest'),
        given['nonce'],
        given['nc'],
        given['cnonce'],
        'auth',
        md(`GET:${given['uri']}`),
      ].join(':'),
    );
    if (isStale || given['response'] !== expected) return false;
    answered += 1;
    if (answered === 2) nonce = 'n2';
    return true;
  };
  const challenge = () => ({
    'www-authenticate': `Basic realm="x", Digest realm="private", qop="auth,auth-int", algorithm=SHA-256, nonce="${nonce}", stale=${isStale}`,
  });
  const site = await serve(walled(isRight, challenge));
  const results = await crawl(newDirectory(), `${site.origin}/`, '--auth', 'amy:pw-digest');
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a'], 2: ['/b'] });
  expect(answered).toBe(3);
});

test('nonces that count once and are never called stale, two realms of one host, and a name of other letters', async () => {
  const md = (text: string): string => createHash('md5').update(text).digest('hex');
  const open = new Set<string>();
  const wanted: string[] = [];
  const behind =
    (realm: string, password: string, answer: ReturnType<typeof page>): SitePage =>
    ({ headers, path }) => {
      wanted.push(path);
      const text = Buffer.from(String(headers['authorization'] ?? ''), 'latin1').toString('utf8');
      const given = Object.fromEntries(
        [...text.matchAll(/(\w+)="?([^",]*)"?/g)].map(([, name, value]) => [name, value]),
      );
      const { nonce = '', uri, nc, cnonce, username, response } = given;
      const inner = [md(`эми:${realm}:${password}`), nonce, nc, cnonce, 'auth', md(`GET:${uri}`)];
      const isRight =
        given['realm'] === realm && username === 'эми' && response === md(inner.join(':')) && open.delete(nonce);
      if (isRight) return answer;
      const next = `n${wanted.length}`;
      open.add(next);
      const challenge = { 'www-authenticate': `Digest realm="${realm}", qop="auth", nonce="${next}"` };
      return { status: 401, headers: { 'content-type': 'text/html', ...challenge }, body: 'no' };
    };
  const site = await serve({
    '/': behind('all', 'пароль', page('start', '/a', '/staff/b', '/other/d')),
    '/a': behind('all', 'пароль', page('a', '/staff/c')),
    '/staff/b': behind('staff', 'пароль', page('b')),
    '/staff/c': behind('staff', 'пароль', page('c')),
    '/other/d': behind('other', 'another one', page('d')),
  });
  const results = await crawl(newDirectory(), `${site.origin}/`, '--auth', 'эми:пароль');
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a', '/staff/b'], 2: ['/staff/c'] });
  expect(results.skipped()).toMatchObject([{ Url: '/other/d', Status: '401' }]);
  expect(wanted.filter(path => path === '/other/d')).toHaveLength(2);
});

test('a session of cookies that change with each answer is kept, also over a resume; no file holds one', async () => {
  const secret = (nth: number): string => `sid-${nth}-topsecret`;
  let now = 1;
  const member =
    (title: string, ...links: string[]): SitePage =>
    ({ headers }) => {
      if (!String(headers['cookie']).includes(`sid=${secret(now)}`))
        return { status: 403, headers: { 'content-type': 'text/html' }, body: 'no' };
      now += 1;
      return {
        headers: { 'content-type': 'text/html', 'set-cookie': `sid=${secret(now)}; Path=/` },
        body: page(title, ...links) as string,
      };
    };
  const site = await serve({
    '/': member('start', '/a', '/b'),
    '/a': member('a', '/c'),
    '/b': member('b'),
    '/c': member('c'),
  });
  const host = new URL(site.origin).hostname;
  const cookies = file(
    `# Netscape HTTP Cookie File\n#HttpOnly_${host}\tFALSE\t/\tFALSE\t0\tsid\t${secret(1)}\nbank.example\tTRUE\t/\tTRUE\t0\tother\tnobody-else\n`,
  );
  const directory = newDirectory();
  await crawl(directory, `${site.origin}/`, '--cookies', cookies, '--limit', '2', '--max-downloads', '1');
  // A stranger who resumes the directory has none of it.
  const stranger = await startChildWith(
    { ORBWEAVER_STATE: join(workFolder, 'stranger') },
    'resume',
    directory,
    '--limit',
    '10',
    '--quiet',
    '--allow-host',
    new URL(site.origin).host,
  ).ended;
  expect(stranger).toMatchObject({ exitCode: 4 });
  expect(stranger.stderr).toContain('give them again, for example --cookies FILE');
  expect(site.paths()).toHaveLength(2);
  const end = await runChild('resume', directory, '--limit', '10', '--quiet');
  expect(end).toMatchObject({ exitCode: 0 });
  expect(new CrawlResults(directory).levels()).toEqual({ 0: ['/'], 1: ['/a', '/b'], 2: ['/c'] });
  expect(leaksIn(directory, ['topsecret', 'nobody-else'])).toEqual([]);
});

test('own headers go to the hosts of the start addresses, not over a redirect to another one', async () => {
  const seen: string[] = [];
  const note =
    (name: string, answer: Exclude<SitePage, (...given: never[]) => unknown>): SitePage =>
    ({ headers }) => {
      seen.push(`${name} ${headers['x-key']}`);
      return answer;
    };
  const other = await serve({ '/': note('other', page('other')) });
  const site = await serve({
    '/': note('start', page('start', '/away')),
    '/away': note('away', { status: 302, headers: { location: `${other.origin}/` } }),
  });
  const directory = newDirectory();
  await crawl(
    directory,
    `${site.origin}/`,
    '--header',
    'X-Key: k-e-y-value',
    '--header',
    'x-key: more',
    '--allow-host',
    new URL(other.origin).host,
  );
  expect(seen).toEqual(['start k-e-y-value, more', 'away k-e-y-value, more']);
  expect(leaksIn(directory, ['k-e-y-value'])).toEqual([]);
});

test.each([
  ['Host: x', '--header: "Host" is refused; the crawler sets this header by itself'],
  ['Cookie: a=b', '"Cookie" is refused; allowed is the option --cookies for it'],
  ['If-None-Match: x', 'sets this header by itself'],
  ['nothing', '--header: the value is refused; allowed is NAME: VALUE'],
])('refuses the header %s in one sentence', async (line, sentence) => {
  const { exitCode, stderr } = await runChild('crawl', 'https://h.example', '--header', line, '--out', newDirectory());
  expect(exitCode).toBe(4);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
