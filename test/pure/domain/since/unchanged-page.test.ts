import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FetchAnswer, PageHeaders } from '../../../../shared/domain/http/fetch-answer.ts';
import { conditionalFields, isSureDate, sendable } from '../../../../shared/domain/http/validators.ts';
import { decodeKeptPage, type EarlierPage, keptAnswer } from '../../../../shared/domain/turn/kept-page.ts';
import { judgeAnswer } from '../../../../shared/domain/turn/unchanged-page.ts';

const body = Buffer.from('<title>a page</title>');
const modified = 'Sat, 01 Nov 2025 10:00:00 GMT';
const headers: PageHeaders = {
  etag: 'W/"1"',
  'last-modified': modified,
  date: 'Sat, 01 Nov 2025 10:00:01 GMT',
  'x-robots-tag': 'noarchive',
};

function earlierWith(answered: PageHeaders, refresh?: string): EarlierPage {
  return {
    hash: hash('sha256', body),
    bytes: body.byteLength,
    answer: keptAnswer(answered, refresh),
    page: {
      title: 'a page',
      linksDropped: 0,
      facts: { contentType: 'text/html', lastModified: modified, words: 2 },
      links: { targets: [], internal: [], spelled: [], externals: [], bads: [], ignored: {} },
    },
  };
}

function answerOf(status: number, more: Partial<Extract<FetchAnswer, { kind: 'answered' }>> = {}): FetchAnswer {
  const whole = status === 200 ? { contentType: 'text/html', body } : { contentType: '', body: Buffer.alloc(0) };
  return { kind: 'answered', status, truncated: false, elapsedMs: 1, ...whole, ...more };
}

const earlier = earlierWith(headers);

test('validators that can be sent back are kept, and a date only where it names one state', () => {
  expect(earlier.answer).toMatchObject({ etag: 'W/"1"', lastModified: modified, robots: 'noarchive' });
  expect(conditionalFields(earlier.answer)).toEqual({ 'if-none-match': 'W/"1"', 'if-modified-since': modified });
  expect(keptAnswer({ ...headers, date: modified }, undefined)).not.toHaveProperty('lastModified');
  expect(keptAnswer({ 'last-modified': modified }, undefined)).toEqual({});
  expect(isSureDate('no date', headers.date)).toBe(false);
  expect([sendable('"a\nb"'), sendable(''), sendable('x'.repeat(2_000)), sendable('"é"')]).toEqual(
    Array(4).fill(undefined),
  );
});

test('304: the page is as it was, with what the answer says anew', () => {
  const later = 'Sun, 02 Nov 2025 10:00:00 GMT';
  const judged = judgeAnswer(earlier, true, answerOf(304, { headers: { etag: '"1"', 'last-modified': later } }));
  expect(judged).toMatchObject({
    kind: 'unchanged',
    result: { unchanged: { by: 'not-loaded', hash: earlier.hash, bytes: body.byteLength }, headers: { etag: '"1"' } },
  });
  if (judged.kind !== 'unchanged') throw new Error(judged.kind);
  expect(decodeKeptPage(judged.result.body).facts).toEqual({
    contentType: 'text/html',
    lastModified: later,
    words: 2,
  });
});

test.each<[string, FetchAnswer]>([
  ['another ETag', answerOf(304, { headers: { etag: '"2"' } })],
  ['another X-Robots-Tag', answerOf(304, { headers: { 'x-robots-tag': 'noindex' } })],
  ['another language', answerOf(304, { headers: { 'content-language': 'de' } })],
  ['a Link header', answerOf(304, { headers: { link: '</x>; rel=canonical' } })],
  ['a Refresh header', answerOf(304, { refresh: '1; url=/x' })],
  ['another Content-Type', answerOf(304, { contentType: 'text/plain' })],
])('304 with %s is of another state: it is asked for once more', (_what, answer) => {
  expect(judgeAnswer(earlier, true, answer)).toEqual({ kind: 'again' });
});

test('304 to a request without conditions is an answer like any other', () => {
  expect(judgeAnswer(earlier, false, answerOf(304))).toEqual({ kind: 'other', lied: false });
});

test('200 with the same bytes is not parsed again, unless a header says otherwise', () => {
  const same = judgeAnswer(earlier, true, answerOf(200, { headers: { 'x-robots-tag': 'noarchive' } }));
  if (same.kind !== 'unchanged') throw new Error(same.kind);
  expect(same.result.unchanged?.by).toBe('not-parsed');
  // The answer is whole: what it does not say is not so any more.
  expect(decodeKeptPage(same.result.body).facts).toEqual({ contentType: 'text/html', words: 2 });
  expect(judgeAnswer(earlier, true, answerOf(200))).toEqual({ kind: 'other', lied: false });
  const refreshed = answerOf(200, { refresh: '1', headers: { 'x-robots-tag': 'noarchive' } });
  expect(judgeAnswer(earlier, true, refreshed).kind).toBe('other');
});

test('other bytes under the same validator are a lie', () => {
  const changed = (said: PageHeaders): FetchAnswer => answerOf(200, { body: Buffer.from('other'), headers: said });
  expect(judgeAnswer(earlier, false, changed({ etag: 'W/"1"' }))).toEqual({ kind: 'other', lied: true });
  expect(judgeAnswer(earlier, false, changed({ etag: 'W/"2"' }))).toEqual({ kind: 'other', lied: false });
  // Two states of one second have one date.
  const unsure = earlierWith({ 'last-modified': modified, date: modified });
  expect(judgeAnswer(unsure, false, changed({ 'last-modified': modified }))).toEqual({ kind: 'other', lied: false });
  const dated = earlierWith({ 'last-modified': modified, date: 'Sat, 01 Nov 2025 10:00:05 GMT' });
  expect(judgeAnswer(dated, false, changed({ 'last-modified': modified }))).toEqual({ kind: 'other', lied: true });
});

test('no answer is like any other', () => {
  const answer = { kind: 'failed', reason: 'timeout', detail: '', elapsedMs: 1 } as const;
  expect(judgeAnswer(earlier, true, answer)).toEqual({ kind: 'other', lied: false });
});

test.each([400, 404, 410, 412, 500, 501])(
  'an error %d to a condition says nothing of the page: it is requested whole',
  status => {
    expect(judgeAnswer(earlier, true, answerOf(status))).toEqual({ kind: 'again' });
    expect(judgeAnswer(earlier, false, answerOf(status))).toEqual({ kind: 'other', lied: false });
  },
);

test.each([301, 302, 308, 429, 503])('%d to a condition is an answer like any other', status => {
  expect(judgeAnswer(earlier, true, answerOf(status))).toEqual({ kind: 'other', lied: false });
});
