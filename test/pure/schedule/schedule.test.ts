import { describe, expect, test } from 'vitest';
import { cronOf, nextTime } from '../../../functions/cli/schedule/cron-times.ts';
import { type Letter, type LetterCounts, sendLetters } from '../../../shared/adapters/delivery/letters.ts';
import { webhookHeaders } from '../../../shared/adapters/delivery/webhook.ts';
import { jsonFeedOf, rssOf } from '../../../shared/files/feeds.ts';

describe('times', () => {
  const now = new Date('2026-01-31T23:47:12Z');

  test.each([
    ['hour', 'UTC', '47 * * * *'],
    ['day', 'Europe/Moscow', '47 2 * * *'],
    ['week', 'Europe/Moscow', '47 2 * * 0'],
    ['week', 'UTC', '47 23 * * 6'],
    ['@weekly', 'UTC', '47 23 * * 6'],
    ['Daily', 'UTC', '47 23 * * *'],
    ['month', 'UTC', '47 23 28 * *'],
    ['month', 'Asia/Tokyo', '47 8 1 * *'],
    ['30m', 'UTC', '17,47 * * * *'],
    ['60 min', 'UTC', '47 * * * *'],
    ['12h', 'UTC', '47 11,23 * * *'],
    ['6 hours', 'Europe/Moscow', '47 2,8,14,20 * * *'],
    ['24h', 'UTC', '47 23 * * *'],
    ['7d', 'UTC', '47 23 * * 6'],
    ['1 неделя', 'UTC', '47 23 * * 6'],
    [' 0  3 * * 1-5 ', 'UTC', '0 3 * * 1-5'],
  ])('every %s in %s', (every, zone, cron) => {
    expect(cronOf(every, zone, now)).toBe(cron);
  });

  const never = ['* * * * * *', '@reboot', '61 * * * *', '', '0 3 * *', '5h', '90m', '10s', '14d', '-1h', '0m', '30'];
  test.each(never)('%j is refused', every => {
    expect(() => cronOf(every, 'UTC', now)).toThrow(/five fields of cron/);
  });

  test('are of the zone, also where its clocks are changed', () => {
    const times = ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'].map(after =>
      nextTime('30 8 * * *', 'Europe/Berlin', new Date(after))?.toISOString(),
    );
    expect(times).toEqual(['2026-03-29T06:30:00.000Z', '2026-03-30T06:30:00.000Z']);
    const atNight = ['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z', '2026-10-25T00:31:00Z'].map(after =>
      nextTime('30 2 * * *', 'Europe/Berlin', new Date(after))?.toISOString(),
    );
    // A time that is left out comes half an hour later, and one that comes twice counts once.
    expect(atNight).toEqual(['2026-03-29T01:00:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
  });
});

test('a webhook is signed as the example of the Standard Webhooks specification', () => {
  const hook = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
  const headers = webhookHeaders(hook, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}');
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('letters', () => {
  const none: LetterCounts = { sent: 0, failed: 0, unknown: 0 };
  const url = 'http://127.0.0.1:9/';
  const hook: Letter = {
    ...{ id: 'a', to: { webhook: { url, secret: 'whsec_AAAA' } }, subject: 's', text: 't', body: '{}', tries: 0 },
  };
  const mail: Letter = { ...hook, id: 'b', to: { mail: { url: 'smtp://127.0.0.1:9', from: 'a@b.c', to: 'd@e.f' } } };

  async function send(letters: readonly Letter[], at = 1_000): Promise<[readonly Letter[], LetterCounts, number]> {
    let kept: [readonly Letter[], LetterCounts] = [letters, none];
    let times = 0;
    await sendLetters(
      letters,
      none,
      () => at,
      (...now) => {
        kept = now;
        times += 1;
      },
    );
    return [...kept, times];
  }

  test('a try that was begun is written down before it is made; one that failed waits', async () => {
    const [letters, counts, times] = await send([hook, mail]);
    expect(times).toBe(4);
    expect(counts).toEqual(none);
    const after = new Date(61_000).toISOString();
    expect(letters).toEqual([hook, mail].map(each => ({ ...each, tries: 1, fault: expect.any(String), after })));
  });

  test('after eight tries a letter is given up, and counted', async () => {
    expect(await send([{ ...hook, tries: 8 }])).toEqual([[], { ...none, failed: 1, fault: expect.any(String) }, 2]);
  });

  test('a mail whose process was killed in a try is not sent twice', async () => {
    expect(await send([{ ...mail, tries: 1, isBegun: true }])).toEqual([[], { ...none, unknown: 1 }, 1]);
  });

  test('one that is not due is left alone', async () => {
    expect(await send([{ ...hook, after: new Date(2_000).toISOString() }])).toEqual([expect.any(Array), none, 0]);
  });
});

test('feeds hold hostile titles as text', () => {
  const entries = [
    { id: 'x', title: '</title><script>&', text: 'a\u0000 < b\nnext', date: '2026-01-02T03:04:05.000Z' },
  ];
  const rss = rssOf({ title: 't', entries });
  expect(rss).toContain('<title>&lt;/title&gt;&lt;script&gt;&amp;</title>');
  expect(rss).toContain('<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>');
  expect(rss).not.toContain('\u0000');
  // A description is HTML, so that a line break has to be an element.
  expect(rss).toContain('<description>a &amp;lt; b&lt;br&gt;next</description>');
  expect(JSON.parse(jsonFeedOf({ title: 't', entries })).items).toMatchObject([{ title: '</title><script>&' }]);
});
