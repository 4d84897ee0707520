import { describe, expect, test } from 'vitest';
import { type RobotsOutcome, robotsOutcome } from '../../../../shared/domain/robots/robots-status.ts';

const url = 'https://a.example/robots.txt';

describe('robotsOutcome (RFC 9309 2.3.1)', () => {
  test.each<[number, RobotsOutcome['kind']]>([
    [200, 'rules'],
    [204, 'rules'],
    [400, 'allow-all'],
    [401, 'allow-all'],
    [403, 'allow-all'],
    [404, 'allow-all'],
    [410, 'allow-all'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [999, 'unavailable'],
    [304, 'allow-all'],
  ])('status %i: %s', (status, kind) => {
    expect(robotsOutcome({ kind: 'answered', status }, url, 0)).toEqual({ kind });
  });

  test('no answer: unavailable, unless a status line of 4xx was seen', () => {
    expect(robotsOutcome({ kind: 'failed' }, url, 0)).toEqual({ kind: 'unavailable' });
    expect(robotsOutcome({ kind: 'failed', status: 200 }, url, 0)).toEqual({ kind: 'unavailable' });
    expect(robotsOutcome({ kind: 'failed', status: 429 }, url, 0)).toEqual({ kind: 'unavailable' });
    expect(robotsOutcome({ kind: 'failed', status: 404 }, url, 0)).toEqual({ kind: 'allow-all' });
  });

  test.each([301, 302, 303, 307, 308])('%i leads on, also to another origin', status => {
    const answer = { kind: 'answered', status, location: '//b.example/robots.txt#x' } as const;
    expect(robotsOutcome(answer, url, 4)).toEqual({ kind: 'redirect', address: 'https://b.example/robots.txt' });
  });

  test('after five redirects the file counts as not there', () => {
    const answer = { kind: 'answered', status: 301, location: '/other.txt' } as const;
    expect(robotsOutcome(answer, url, 5)).toEqual({ kind: 'allow-all' });
  });

  test.each([undefined, 'https://', 'javascript:alert(1)', 'file:///etc/passwd', 'ftp://a.example/robots.txt'])(
    'a redirect to %j counts as not there',
    location => {
      const answer = { kind: 'answered' as const, status: 302, ...(location !== undefined && { location }) };
      expect(robotsOutcome(answer, url, 0)).toEqual({ kind: 'allow-all' });
    },
  );
});
