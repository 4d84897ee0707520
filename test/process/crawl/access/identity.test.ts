/** A page about the crawler, its key, and signed requests. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verify } from 'web-bot-auth';
import { verifierFromJWK } from 'web-bot-auth/crypto';
import { newDirectory } from '../../../crawl/crawl-run.ts';
import { page, type SitePage, startSite } from '../../../servers/loopback-site.ts';
import { runChild } from '../child-crawl.ts';

const keyFile = join(process.env['ORBWEAVER_STATE']!, 'identity.json');
const identity = async (directory: string, ...args: readonly string[]) =>
  await runChild('identity', directory, '--name', 'Maps <of> A', '--contact', 'maps@a.example', ...args);

test('without a key the command writes a page alone, and --sign is refused', async () => {
  rmSync(keyFile, { force: true });
  const directory = newDirectory();
  expect(await identity(directory)).toMatchObject({ exitCode: 0, stdout: `${join(directory, 'index.html')}\n` });
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  expect(html).toContain('Maps &#60;of&#62; A');
  expect(html).toContain('User-agent: Orbweaver\nDisallow: /');
  expect(html).toContain('mailto:maps@a.example');
  expect(html).not.toContain('web-bot-auth');
  const refused = await runChild('crawl', 'http://127.0.0.1:9/', '--sign', '--out', newDirectory(), '--quiet');
  expect(refused).toMatchObject({ exitCode: 4 });
  expect(refused.stderr).toContain('orbweaver identity DIRECTORY --key ORIGIN makes one');
  expect((await identity(directory, '--key', 'https://a.example/path')).stderr).toContain(
    'https origin without a path',
  );
});

test('requests are signed with the key of the directory, which others cannot read and no file of the crawl has', async () => {
  const directory = newDirectory();
  const agent = 'https://maps.a.example';
  expect((await identity(directory, '--key', agent)).exitCode).toBe(0);
  if (process.platform !== 'win32') expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const path = join(directory, '.well-known/http-message-signatures-directory');
  const published = readFileSync(path, 'utf8');
  const { d } = (JSON.parse(readFileSync(keyFile, 'utf8')) as { key: { d: string } }).key;
  expect(published).not.toContain(d);
  // The key stays when the page is written anew.
  await identity(directory, '--key', agent);
  expect(readFileSync(path, 'utf8')).toBe(published);

  const requested: (readonly [path: string, headers: Readonly<Record<string, unknown>>])[] = [];
  const noting =
    (path: string, answer: Exclude<SitePage, (...asked: never) => unknown>): SitePage =>
    ({ headers }) => {
      requested.push([path, headers]);
      return answer;
    };
  const robots = { headers: { 'content-type': 'text/plain' }, body: '' };
  const site = await startSite({
    '/robots.txt': noting('/robots.txt', robots),
    '/': noting('/', page('start', '/a')),
    '/a': noting('/a', page('a')),
  });
  try {
    const crawled = newDirectory();
    const end = await runChild('crawl', `${site.origin}/`, '--sign', '--out', crawled, '--delay', '0', '--quiet');
    expect(end).toMatchObject({ exitCode: 0, stderr: '' });
    const verifier = await verifierFromJWK((JSON.parse(published) as { keys: JsonWebKey[] }).keys[0]!);
    expect(requested.map(([asked]) => asked)).toEqual(['/robots.txt', '/', '/a']);
    for (const [asked, headers] of requested) {
      const own = ['signature', 'signature-input', 'signature-agent'].map(name => [name, String(headers[name])]);
      await verify(
        new Request(`${site.origin}${asked}`, { headers: Object.fromEntries(own) as Record<string, string> }),
        verifier,
      );
    }
    expect(new Set(requested.map(([, headers]) => headers['signature'])).size).toBe(3);
    expect(readFileSync(join(crawled, 'crawl.db')).includes(d)).toBe(false);
    expect(readFileSync(join(crawled, 'crawl.json'), 'utf8')).not.toContain(d);
    const plain = newDirectory();
    const before = requested.length;
    await runChild('crawl', `${site.origin}/`, '--out', plain, '--delay', '0', '--quiet');
    expect(requested).toHaveLength(2 * before);
    for (const [, headers] of requested.slice(before)) expect(headers['signature']).toBeUndefined();
  } finally {
    await site.close();
  }
}, 60_000);
