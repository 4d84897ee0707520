import { expect, test } from 'vitest';
import { localClock } from '../../../../../shared/adapters/local/open.ts';
import type { FetchAnswer } from '../../../../../shared/domain/http/fetch-answer.ts';
import type { RequestFault } from '../../../../../shared/domain/http/request-fault.ts';
import { englishSentence } from '../../../../../shared/domain/refusal/refusal.ts';
import { askPolitely } from '../../../../../shared/steps/page/polite-asker.ts';
import { whyNothing } from '../../../../../shared/wings/publications/finding/nothing-found.ts';
import type { SourceFindings } from '../../../../../shared/wings/publications/finding/source-findings.ts';

const source = 'http://127.0.0.1:8080/';
const found = {
  ...{ source, state: 'not-available', entries: [], tried: [{ address: source, outcome: 'private-address' }] },
} as unknown as SourceFindings;

const refused: FetchAnswer = { kind: 'failed', reason: 'private-address', detail: 'an inner address', elapsedMs: 1 };

test('the private host that a source leads to is the one to be allowed', () => {
  const allowed = (fault?: RequestFault): unknown =>
    englishSentence(whyNothing(found, fault)).split('--allow-host ')[1];
  expect(allowed({ reason: 'private-address', host: '127.0.0.2:8081', why: 'an inner address' })).toBe(
    '127.0.0.2:8081.',
  );
  expect(allowed({ reason: 'dns', host: 'feeds.test:443', why: 'no such name' })).toBe('127.0.0.1:8080.');
  expect(allowed()).toBe('127.0.0.1:8080.');
});

test('the fault of a request names the host that was asked, whatever its words', async () => {
  const redirect = { contentType: '', location: 'http://127.0.0.2/robots.txt', body: new Uint8Array() };
  const moved: FetchAnswer = { kind: 'answered', status: 301, elapsedMs: 1, truncated: false, ...redirect };
  const asking = askPolitely(
    {
      fetch: ({ address }) => Promise.resolve(address.startsWith('http://127.0.0.2/') ? refused : moved),
      close: () => Promise.resolve(),
    },
    { clock: localClock(), delayMs: 0, robots: 'obey', identity: { userAgent: 'test' } },
  );
  expect(asking.fault()).toBeUndefined();
  await asking.ask(source);
  expect(asking.fault()).toEqual({ reason: 'private-address', host: '127.0.0.2:80', why: 'an inner address' });
});
