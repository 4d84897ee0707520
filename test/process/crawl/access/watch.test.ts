/** A watch of a site that asks who comes. */
import { afterEach, expect, test } from 'vitest';
import { newDirectory } from '../../../crawl/crawl-run.ts';
import { type LoopbackSite, type PageAnswer, type SitePage, startSite } from '../../../servers/loopback-site.ts';
import { runChild } from '../child-crawl.ts';

let site: LoopbackSite;
afterEach(async () => await site.close());

test('a watch looks with its login, in each of its runs', async () => {
  const wanted = `Basic ${Buffer.from('amy:pw').toString('base64')}`;
  const behind =
    (answer: PageAnswer): SitePage =>
    ({ headers }) =>
      headers['authorization'] === wanted
        ? answer
        : { status: 401, headers: { 'www-authenticate': 'Basic realm="n"' }, body: '' };
  const text =
    '<p>The council decided on Monday to build a library for the whole town, with a large reading room.</p>'.repeat(8);
  const html = { 'content-type': 'text/html' };
  const article = `<title>A library</title><article><h1>A library for the town</h1><time datetime="2026-11-02T10:00:00Z">2 November 2026</time>${text}</article>`;
  site = await startSite(origin => ({
    '/': behind({
      headers: html,
      body: '<link rel=alternate type=application/rss+xml href=/feed.xml><a href=/news/1>A library for the town</a>',
    }),
    '/feed.xml': behind({
      headers: { 'content-type': 'application/rss+xml' },
      body: `<rss version="2.0"><channel><title>n</title><item><title>A library for the town</title><link>${origin}/news/1</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
    }),
    '/news/1': behind({ headers: html, body: article }),
  }));
  const directory = newDirectory();
  const made = await runChild(
    'watch',
    'new',
    directory,
    '--source',
    `${site.origin}/`,
    '--auth',
    'amy:pw',
    '--delay',
    '0',
    '--no-browser',
  );
  expect(made).toMatchObject({ exitCode: 0 });
  expect(await runChild('watch', 'run', directory, '--once', '--quiet')).toMatchObject({ exitCode: 0 });
  const listed = await runChild('publications', directory);
  expect(listed.stdout).toContain('A library for the town');
});
