/** Start pages to which no secure connection can be made: the reason is `tls`, said in words, at once. */
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../servers/fixtures/${name}`, import.meta.url), 'utf8');
}

const key = fixture('secure-test.key');
const cert = fixture('secure-test.crt');
const expired = fixture('expired-test.crt');
const trusted = tls.getCACertificates('default');
const servers: Server[] = [];

beforeAll(() => tls.setDefaultCACertificates([expired]));
afterAll(() => tls.setDefaultCACertificates(trusted));
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const tooOld = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

const faults = [
  ['self-signed', () => createServer({ key, cert }), 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  ['expired', () => createServer({ key, cert: expired }), 'the certificate expired on 2020-01-02 (CERT_HAS_EXPIRED)'],
  ['too old', () => createServer({ key, cert, ...tooOld }), 'the server knows only versions of TLS that are too old ('],
  ['none', () => createPlainServer(), 'the server does not speak TLS on this port ('],
] as const;

test.each(faults)('a start page behind TLS that is %s is skipped as tls, in words', async (_, create, words) => {
  const port = await listen(create());
  const { summary, results } = await crawl(`https://127.0.0.1:${port}/`);
  expect(results.reasons()).toEqual({ [`https://127.0.0.1:${port}/`]: 'tls' });
  expect(summary.sites[0]?.finishReason).toBe('not-available');
  expect(summary.sites[0]?.why).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} cannot be reached by TLS: `));
  expect(summary.sites[0]?.why).toContain(words);
  // Another try would only fail again.
  expect(results.raw('logs/errors.csv').match(/robots\.txt,tls,/g)).toHaveLength(1);
});

test('the reason is told too where robots.txt is not asked for', async () => {
  const port = await listen(createServer({ key, cert }));
  const { summary, results } = await crawl(`https://127.0.0.1:${port}/`, { robots: 'ignore' });
  expect(results.reasons()).toEqual({ [`https://127.0.0.1:${port}/`]: 'tls' });
  expect(summary.sites[0]?.why).toMatch(/ cannot be reached by TLS: the certificate is self-signed \(/);
});

test('a start page that redirects to a host without usable TLS names that host', async () => {
  const port = await listen(createServer({ key, cert }));
  const site: LoopbackSite = await startSite({
    '/': { status: 301, headers: { location: `https://127.0.0.1:${port}/` } },
  });
  const { summary, results } = await crawl(`${site.origin}/`, { allowHosts: [`127.0.0.1:${port}`] });
  expect(Object.values(results.reasons())).toEqual(['tls']);
  expect(summary.sites[0]?.why).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} cannot be reached by TLS: `));
  await site.close();
});
