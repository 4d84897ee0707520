import { readFileSync } from 'node:fs';
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRenderer } from '../../shared/adapters/browser/open.ts';
import { localClock, localProcesses } from '../../shared/adapters/local/open.ts';
import { createUndiciFetcher } from '../../shared/adapters/web/undici-fetcher.ts';
import type { FetchAnswer } from '../../shared/domain/http/fetch-answer.ts';
import { robotsPolicyNamed } from '../../shared/domain/robots/robots-policy.ts';
import { type AllowedHosts, allowedHostsOf } from '../../shared/domain/spec/allowed-hosts.ts';
import { MemoryRecord } from '../../shared/steps/page/answer-record.ts';
import { HostLines } from '../../shared/steps/page/host-lines.ts';
import { PoliteAnswers } from '../../shared/steps/page/polite-answers.ts';

interface Case {
  readonly id: string;
  readonly value: string;
  readonly expect: 'block' | 'allow';
}

const PRIVATE = [{ address: '127.0.0.1', family: 4 as const }];
const PUBLIC = [{ address: '93.184.215.14', family: 4 as const }];

const nothingAllowed: AllowedHosts = { allowHosts: [], allowMetadataHosts: [] };

const cases = readCases();

function readCases(): Case[] {
  try {
    return JSON.parse(readFileSync(new URL('../../../shared/suites/ssrf/cases.json', import.meta.url), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      console.log('ssrf: skipped, ../shared/suites/ssrf is not there');
      return [];
    }
    throw error;
  }
}

/** Fetches with every name resolving to `addresses` and no socket allowed out; says how many would have been opened. */
async function dial(url: string, addresses: typeof PUBLIC, allowed: AllowedHosts = nothingAllowed) {
  const sockets = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket) {
    setImmediate(() => this.destroy(new Error('stubbed')));
    return this;
  });
  const fetcher = createUndiciFetcher({ ...allowed, resolve: async () => addresses });
  const result = await fetcher
    .fetch({ address: url, userAgent: 'test', purpose: 'page' })
    .catch((error: unknown): FetchAnswer => {
      // Not an address at all for the URL standard.
      if (error instanceof TypeError) return { kind: 'failed', reason: 'private-address', detail: '', elapsedMs: 0 };
      throw error;
    });
  await fetcher.close();
  return { result, sockets: sockets.mock.calls.length };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.skipIf(cases.length === 0)('destinations inside the network', () => {
  it.each(cases.filter(one => one.expect === 'block'))('$id is not dialled', async ({ value }) => {
    const { result, sockets } = await dial(value, PRIVATE);
    expect(result).toMatchObject({ kind: 'failed', reason: 'private-address' });
    expect(sockets).toBe(0);
  });

  it.each(cases.filter(one => one.expect === 'allow'))('$id is dialled', async ({ value }) => {
    const { result, sockets } = await dial(value, PUBLIC);
    expect(result).toMatchObject({ kind: 'failed', reason: 'network', detail: 'stubbed' });
    expect(sockets).toBe(1);
  });

  const starts = cases.filter(one => one.expect === 'block' && URL.canParse(one.value));

  it.each(starts)('$id as a start address is dialled only where it shows its private address', async ({ value }) => {
    const allowed = allowedHostsOf({ sites: [{ url: value }], allowHosts: [] });
    const { result, sockets } = await dial(value, PRIVATE, allowed);
    const { hostname } = new URL(value);
    const isOpen = net.isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hostname === 'localhost';
    expect(result).toMatchObject({ kind: 'failed', reason: isOpen ? 'network' : 'private-address' });
    expect(sockets).toBe(isOpen ? 1 : 0);
  });

  it('is not dialled for what a rendered page asks for, in any of nine ways', async () => {
    const urls = cases.filter(one => one.expect === 'block' && /^https?:/i.test(one.value)).map(({ value }) => value);
    const sockets = vi.spyOn(net.Socket.prototype, 'connect');
    const fetcher = createUndiciFetcher({ ...nothingAllowed, resolve: async () => PRIVATE });
    const clock = localClock();
    const lines = new HostLines(clock);
    const answers = new PoliteAnswers({
      ...{ fetcher, clock, identity: { userAgent: 'test' }, delayMs: 0, record: new MemoryRecord() },
      robots: robotsPolicyNamed('ignore'),
    });
    const asked: string[] = [];
    const body = Buffer.from(`<!doctype html><script>
      for (const url of ${JSON.stringify(urls).replaceAll('<', '\\u003c')}) for (const way of [
        () => fetch(url).catch(() => {}), () => { new Image().src = url; }, () => navigator.sendBeacon(url),
        () => document.head.append(Object.assign(document.createElement('script'), { src: url })),
        () => document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url })),
        () => document.head.append(Object.assign(document.createElement('iframe'), { src: url })),
        () => new EventSource(url), () => new WebSocket(url.replace(/^http/i, 'ws')), () => import(url).catch(() => {}),
      ]) try { way(); } catch {}
    </script>`);
    const renderer = openRenderer({ processes: localProcesses() });
    const rendered = await renderer.render({
      ...{ address: 'http://page.example/', userAgent: 'test' },
      answer: async request => {
        if (request.kind === 'document') return { status: 200, headers: [['content-type', 'text/html']], body };
        asked.push(request.address);
        return await answers.answer(request, lines);
      },
    });
    await renderer.close();
    await fetcher.close();
    expect(rendered.kind).toBe('rendered');
    expect(new Set(asked).size).toBeGreaterThan(urls.length / 2);
    expect(answers.refused.get('private-address')).toBe(asked.length);
    expect(sockets.mock.calls).toHaveLength(0);
  });

  it('are 56 cases', () => {
    expect(cases).toHaveLength(56);
  });
});
