import { afterEach, beforeEach, expect, test } from 'vitest';
import { codesOf, LocalPlace } from './local-place.ts';

let place: LocalPlace;
beforeEach(() => {
  place = new LocalPlace();
});
afterEach(() => place.close());

test('a place that compares no crawls says so', async () => {
  const crawl = await place.finished();
  const { status, body } = await place.call('GET', `/crawls/${crawl}/changes?before=${crawl}`);
  expect([status, codesOf(body)]).toEqual([409, ['diff-elsewhere']]);
});

test('both crawls must be there', async () => {
  place.compare = async () => ({ sites: [], same: 1, more: 0 });
  const crawl = await place.finished();
  expect(await place.call('GET', `/crawls/${crawl}/changes?before=${crawl}`)).toMatchObject({
    ...{ status: 200, body: { sites: [], same: 1, more: 0 } },
  });
  expect((await place.call('GET', `/crawls/${crawl}/changes?before=other`)).status).toBe(404);
  expect((await place.call('GET', `/crawls/${crawl}/changes`)).status).toBe(400);
});
