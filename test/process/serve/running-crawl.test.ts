import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codesOf } from '../../pure/http/local-place.ts';
import { page, startSite } from '../../servers/loopback-site.ts';
import { large, served, serveTwoSites, small } from './two-sites.ts';

serveTwoSites();

describe('a crawl that runs', () => {
  test('is stopped, resumed to its end, and not deleted while it runs', async () => {
    const id = await served.startCrawl(large, { limit: 5_000 });
    await served.until(id, 'running');
    expect((await served.call('DELETE', `/crawls/${id}`)).status).toBe(409);
    const stopped = await served.call('POST', `/crawls/${id}/stop`);
    expect([stopped.status, stopped.body['state']]).toEqual([
      202,
      expect.stringMatching(/^(?:stopping|unloading|stopped)$/),
    ]);
    await served.until(id, 'stopped');
    expect((await served.call('POST', `/crawls/${id}/resume`, { limit: 10 })).status).toBe(400);
    expect((await served.call('POST', `/crawls/${id}/resume`, { limit: 6_000 })).status).toBe(202);
    expect((await served.call('POST', `/crawls/${id}/resume`, {})).status).toBe(409);
    expect(await served.until(id, 'finished')).toMatchObject({ finishReason: 'no-work', limit: 6_000 });
  });

  test('ends with a sentence where its directory is removed under it', async () => {
    const id = await served.startCrawl(large, { limit: 5_000 });
    await served.until(id, 'running');
    rmSync(join(served.root, id), { recursive: true, force: true, maxRetries: 10 });
    const { cause } = await served.until(id, 'failed');
    expect(cause).toMatch(/was removed or renamed while its crawl ran/);
    expect((await served.call('DELETE', `/crawls/${id}`)).status).toBe(204);
    expect((await served.call('GET', `/crawls/${id}`)).status).toBe(404);
  });

  test('says that it waits where another crawl has the host', async () => {
    const first = await served.startCrawl(large, { limit: 5_000 });
    await served.until(first, 'running');
    const second = await served.startCrawl(large);
    await expect
      .poll(async () => (await served.call('GET', `/crawls/${second}/sites`)).body['sites'], { timeout: 20_000 })
      .toMatchObject([{ status: 'active', waitingFor: { kind: 'other-crawl' } }]);
    for (const id of [first, second]) await served.call('POST', `/crawls/${id}/stop`);
    for (const id of [first, second]) await served.until(id, 'stopped', 'finished');
  });

  test('tells its progress as it goes, and its end', async () => {
    const id = await served.startCrawl(large);
    await served.until(id, 'running');
    const headers = { authorization: `Bearer ${served.server.token}` };
    const events = (await served.ask('GET', `/crawls/${id}/events`, headers)).text.split('\n\n').filter(Boolean);
    expect(events[0]).toBe('retry: 5000');
    const progress = events.filter(event => event.startsWith('event: progress'));
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toMatch(/^event: progress\ndata: \{.*"state":"finished".*\}\nid: \d+$/);
    expect(events.at(-1)).toMatch(/^event: end\n/);
  });

  test('takes and gives up sites', async () => {
    const id = await served.startCrawl(large);
    await served.until(id, 'running');
    const added = await served.call('POST', `/crawls/${id}/sites`, { url: small.origin, name: 'Small' });
    expect([added.status, added.body]).toEqual([201, { sites: [{ number: 2, state: 'added' }] }]);
    const again = await served.call('POST', `/crawls/${id}/sites`, { sites: [{ url: `${small.origin}/a` }] });
    expect([again.status, ...codesOf(again.body)]).toEqual([409, 'address-taken']);
    expect((await served.call('DELETE', `/crawls/${id}/sites/1`)).body).toEqual({ number: 1, status: 'removed' });
    expect((await served.call('DELETE', `/crawls/${id}/sites/1`)).status).toBe(409);
    expect((await served.call('DELETE', `/crawls/${id}/sites/7`)).status).toBe(404);
    await served.until(id, 'finished');
    const { body } = await served.call('GET', `/crawls/${id}/sites`);
    expect(body).toMatchObject({
      sites: [
        { number: 1, status: 'removed' },
        { number: 2, name: 'Small', status: 'no-work', used: 3 },
      ],
    });
    const third = await startSite({ '/': page('third') });
    const late = await served.call('POST', `/crawls/${id}/sites`, { url: third.origin });
    expect([late.status, late.body['sites']]).toEqual([201, [{ number: 3, state: 'waits' }]]);
    expect(late.body['detail']).toMatch(/joins at the next resume/);
    expect((await served.call('POST', `/crawls/${id}/resume`)).status).toBe(202);
    expect(await served.until(id, 'finished', 'failed')).toMatchObject({ state: 'finished' });
    expect((await served.call('GET', `/crawls/${id}/sites`)).body).toMatchObject({
      sites: [{ status: 'removed' }, { status: 'no-work' }, { number: 3, status: 'no-work', used: 1 }],
    });
    await third.close();
  });
});

test('a finished crawl requests again what failed, with a larger page where that is given', async () => {
  let isIll = true;
  const site = await startSite({
    '/': page('start', '/ill', '/large'),
    '/ill': () => (isIll ? { status: 503 } : page('ill', '/behind')),
    '/behind': page('behind'),
    '/large': `<title>large</title>${'x '.repeat(15_000)}`,
  });
  const id = await served.startCrawl(site, { maxPageBytes: 20_000, retries: 0 });
  expect(await served.until(id, 'finished', 'failed')).toMatchObject({ state: 'finished' });
  isIll = false;
  const asked = site.asked.length;
  const order = { retryFailed: true, maxPageBytes: 100_000 };
  expect((await served.call('POST', `/crawls/${id}/resume`, order)).status).toBe(202);
  await expect
    .poll(async () => (await served.call('GET', `/crawls/${id}`)).body, { timeout: 60_000 })
    .toMatchObject({ state: 'finished', pages: 4 });
  expect(
    site.asked
      .slice(asked)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['/behind', '/ill', '/large']);
  await site.close();
});

test('a rule at work shows its choices with what came of them, within the budget to the page', async () => {
  const sites = [large, small].map(({ origin }) => ({ url: origin }));
  const id = await served.startCrawl(large, {
    sites,
    limit: 40,
    rule: 'gittins',
    ruleOptions: { gittinsN: 2, inFlight: 1 },
  });
  expect(await served.until(id, 'finished', 'failed')).toMatchObject({ pages: 40, finishReason: 'page-budget' });
  const { body } = await served.call('GET', `/crawls/${id}/choices?limit=1000`);
  const choices = body['choices'] as { site: number; from: number; to: number; pages: number; reward: number }[];
  expect(body).toMatchObject({ rule: 'gittins', budget: 40 });
  expect(choices.slice(0, 2)).toMatchObject([
    { step: 1, site: 1, from: 0, to: 2, pages: 2 },
    { step: 2, site: 2, from: 0, to: 2, pages: 2, reward: 1 },
  ]);
  expect(choices.reduce((sum, { pages = 0 }) => sum + pages, 0)).toBe(40);
  const yields = body['sites'] as { site: number; finished: number; reward: number }[];
  const rewardOf = (site: number): number =>
    choices.filter(choice => choice.site === site).reduce((sum, { reward = 0 }) => sum + reward, 0);
  expect(yields.map(({ site, reward }) => [site, reward])).toEqual([1, 2].map(site => [site, rewardOf(site)]));
});

test('crawls outlive their server, and the next one sees them', async () => {
  const id = await served.startCrawl(large);
  await served.until(id, 'running');
  const token = served.server.token;
  await served.server.close();
  await served.start();
  expect(await served.until(id, 'running', 'finished')).toMatchObject({ id });
  await served.call('POST', `/crawls/${id}/stop`);
  await served.until(id, 'stopped', 'finished');
  const old = await served.ask('GET', '/crawls', { authorization: `Bearer ${token}` });
  expect(old.status).toBe(401);
});

test('nothing of all this was an error of ours', () => {
  expect(served.errors).toEqual([]);
});
