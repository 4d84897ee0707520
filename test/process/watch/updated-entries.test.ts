/** Feeds of Atom whose entries tell when they were updated, and not when they were published (RFC 4287, section 4.2). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { startSite } from '../../servers/loopback-site.ts';
import { runCli } from '../cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-updated-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const directory = join(folder, 'watch');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = async (...args: readonly string[]) => await runCli(args, { env });
const html = { 'content-type': 'text/html; charset=utf-8' };

function story(name: string, meta = ''): { readonly headers: typeof html; readonly body: string } {
  const sentence = `The council of ${name} has decided to build a new bridge over the river, and the work begins in spring. `;
  return {
    headers: html,
    body: `<title>${name}</title>${meta}<article><h1>News of ${name}</h1><p>${sentence.repeat(8)}</p></article>`,
  };
}

const entry = (name: string, times: string): string =>
  `<entry><id>${name}</id><title>News of ${name}</title><link href="/2025/11/${name}"/>${times}</entry>`;

test('the time of an update dates a publication that nothing else dates, and says so', async () => {
  const updated = '<updated>2025-11-24T10:00:00Z</updated>';
  const site = await startSite({
    '/': { headers: html, body: '<title>News</title><link rel="alternate" type="application/atom+xml" href="/atom">' },
    '/atom': {
      headers: { 'content-type': 'application/atom+xml' },
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><title>News</title>${updated}${entry('amber', updated)}
        ${entry('birch', `<published>2025-11-20T08:00:00Z</published>${updated}`)}${entry('cedar', updated)}</feed>`,
    },
    '/2025/11/amber': story('amber'),
    '/2025/11/birch': story('birch'),
    '/2025/11/cedar': story('cedar', '<meta property="article:published_time" content="2025-11-18T07:00:00Z">'),
  });
  try {
    await cli('watch', 'new', directory, '--source', `${site.origin}/`, '--delay', '0', '--quiet');
    await cli('watch', 'run', directory, '--once', '--quiet');
    const { stdout } = await cli('publications', directory, '--format', 'jsonl');
    const records = stdout.split('\n').filter(line => line !== '');
    const dated = records.map(line => {
      const { title, published } = JSON.parse(line) as PublicationRecord;
      const { at, source } = published as { at: string; source: string };
      return `${title?.split(' ').at(-1)} ${at.slice(0, 10)} ${source}`;
    });
    expect(dated.toSorted()).toEqual([
      'amber 2025-11-24 feed-updated',
      'birch 2025-11-20 feed',
      'cedar 2025-11-18 meta',
    ]);
  } finally {
    await site.close();
  }
});
