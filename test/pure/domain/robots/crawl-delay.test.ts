import { describe, expect, test } from 'vitest';
import { crawlDelayMs } from '../../../../shared/domain/robots/crawl-delay.ts';
import { compileRobots } from '../../../../shared/domain/robots/match-robots.ts';
import { parseRobots } from '../../../../shared/domain/robots/parse-robots.ts';

function delayIn(text: string) {
  return crawlDelayMs(compileRobots(parseRobots(text), 'orbweaver'));
}

describe('crawlDelayMs', () => {
  test.each([
    ['0', 0],
    ['0.1', 100],
    ['.5', 500],
    ['10', 10_000],
    ['30', 30_000],
  ])('reads %j seconds', (value, delayMs) => {
    expect(delayIn(`User-agent: *\nCrawl-delay: ${value}`)).toEqual({ delayMs, line: 2 });
  });

  test.each([
    ['31', 31_000],
    ['1e9', 1e12],
    ['1e999', Number.MAX_SAFE_INTEGER],
  ])('cuts %j to 30 s and says so', (value, clampedFrom) => {
    expect(delayIn(`User-agent: *\nCrawl-delay: ${value}`)).toEqual({ delayMs: 30_000, clampedFrom, line: 2 });
  });

  test.each(['-1', 'abc', '', '5 seconds', '1,5', 'NaN', 'Infinity', '0x10'])('reads no delay in %j', value => {
    expect(delayIn(`User-agent: *\nCrawl-delay: ${value}`)).toBeUndefined();
  });

  test('takes it from the group that applies only', () => {
    const text = 'User-agent: *\nDisallow: /x\nCrawl-delay: 7\n\nUser-agent: orbweaver\nDisallow: /y';
    expect(delayIn(text)).toBeUndefined();
    expect(delayIn(`${text}\nCrawl-delay: 2`)).toEqual({ delayMs: 2000, line: 7 });
  });

  test('does not slow everybody by a delay written for the crawler named above it', () => {
    expect(delayIn('User-agent: SlowBot\nCrawl-delay: 20\n\nUser-agent: *\nDisallow: /x')).toBeUndefined();
  });

  test('does not slow the crawler named above by the delay of a crawler further down', () => {
    const text = 'User-agent: bingbot\nCrawl-delay: 1\n\nUser-agent: SlowBot\nCrawl-delay: 20\nDisallow: /x';
    const delays = ['bingbot', 'SlowBot'].map(agent => crawlDelayMs(compileRobots(parseRobots(text), agent)));
    expect(delays).toMatchObject([{ delayMs: 1000 }, { delayMs: 20_000 }]);
  });

  test('counts for all crawlers named together above it', () => {
    const text = 'User-agent: a\nCrawl-delay: 1\nUser-agent: orbweaver\nUser-agent: b\nCrawl-delay: 5';
    expect(delayIn(text)).toEqual({ delayMs: 5000, line: 5 });
  });

  test('takes the longest of several', () => {
    expect(delayIn('User-agent: *\nCrawl-delay: 1\nCrawl-delay: 3\nCrawl-delay: 2')).toEqual({
      delayMs: 3000,
      line: 3,
    });
  });
});
