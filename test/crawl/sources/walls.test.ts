import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, type PageAnswer, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

let site: LoopbackSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const html = (status: number, body: string, headers: Record<string, string> = {}): PageAnswer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body,
});
const offers = (amount: string): string =>
  JSON.stringify({ accepts: [{ [amount]: '20000', extra: { name: 'USDC' } }] });
const anubis = '<title>Making sure you are not a bot</title><script id="anubis_challenge">{}</script>';

test('walls are no pages, never merge, are asked once, and are counted apart from what is gone', async () => {
  const addresses = ['a', 'b', 'js', 'slow', 'login', 'paid', 'x402', 'x402-body', 'gone', 'broken', 'page'];
  site = await startSite({
    '/': addresses.map(name => `<a href=/${name}>${name}</a>`).join(' '),
    '/a': anubis,
    '/b': anubis,
    '/js': html(403, 'Denied', { 'cf-mitigated': 'challenge' }),
    '/slow': html(503, '<title>Just a moment...</title>'),
    '/login': html(401, 'Log in'),
    '/paid': html(402, '', { 'crawler-price': 'USD 0.01' }),
    '/x402': html(402, '', { 'payment-required': Buffer.from(offers('amount')).toString('base64') }),
    '/x402-body': { status: 402, headers: { 'content-type': 'application/json' }, body: offers('maxAmountRequired') },
    '/broken': html(418, 'tea'),
    '/page': '<title>Page</title>Text',
  });
  const { directory, summary } = await crawl(site.origin, { warc: true });
  const rows = (name: string) =>
    csvRows(readFileSync(join(directory, `reports/${site!.fileName}.${name}.csv`), 'utf8'));
  const told = rows('skipped').map(({ Url, Reason, Status, Attempts, Class, Detail }) =>
    [new URL(Url!).pathname, Reason, Status, Attempts, Class, Detail].join(' ').trim(),
  );
  expect(told).toEqual([
    '/a wall 200 1 wall Anubis',
    '/b wall 200 1 wall Anubis',
    '/broken http-status 418 1 error',
    '/gone http-status 404 1 gone',
    '/js wall 403 1 wall Cloudflare',
    '/login http-status 401 1 refused',
    '/paid http-status 402 1 payment USD 0.01',
    '/slow wall 503 1 wall Cloudflare',
    '/x402 http-status 402 1 payment 0.02 USDC',
    '/x402-body http-status 402 1 payment 0.02 USDC',
  ]);
  expect(summary.outcomes).toMatchObject({ nodes: 2, duplicates: 0 });
  expect(summary.sites[0]!.refusals).toEqual({ wall: 4, refused: 1, payment: 3, gone: 1, error: 1 });
  expect(summary.notices.join()).toContain('(4 of 12 answers)');
  expect(rows('broken').find(({ Class }) => Class === 'payment')?.['Status']).toBe('402 Payment Required (USD 0.01)');
  expect(rows('broken-folders')[0]).toMatchObject({ Links: '10', Blocked: '8' });

  const fromWarc = readdirSync(join(directory, 'archive')).map(name => join(directory, 'archive', name));
  const replayed = await crawl(site.origin, { fromWarc });
  for (const name of ['skipped', 'broken'])
    expect(readFileSync(join(replayed.directory, `reports/${site.fileName}.${name}.csv`), 'utf8')).toBe(
      readFileSync(join(directory, `reports/${site.fileName}.${name}.csv`), 'utf8'),
    );
});

test('one wall among many pages is worth no notice', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
  site = await startSite({
    '/': ['wall', ...names].map(name => `<a href=/${name}>${name}</a>`).join(' '),
    '/wall': anubis,
    ...Object.fromEntries(names.map(name => [`/${name}`, `<title>${name}</title>${name}`])),
  });
  const { summary } = await crawl(site.origin);
  expect(summary.sites[0]!.refusals).toEqual({ wall: 1 });
  expect(summary.notices).toEqual([]);
});
