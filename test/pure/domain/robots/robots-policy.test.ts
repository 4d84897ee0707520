import { describe, expect, test } from 'vitest';
import { compileRobots } from '../../../../shared/domain/robots/match-robots.ts';
import { parseRobots } from '../../../../shared/domain/robots/parse-robots.ts';
import { type RobotsPolicy, robotsPolicyNamed } from '../../../../shared/domain/robots/robots-policy.ts';

const rules = compileRobots(parseRobots('User-agent: *\nDisallow: /private\nCrawl-delay: 5'), 'orbweaver');

describe('robots policies', () => {
  test('obey keeps to the rules and to the delay', () => {
    const policy = robotsPolicyNamed('obey');
    expect(policy.fetches).toBe(true);
    expect(policy.decide(rules, '/private')).toMatchObject({ allowed: false, rule: { line: 2 } });
    expect(policy.crawlDelay(rules)?.delayMs).toBe(5000);
  });

  test('disallow-only keeps to the rules, not to the delay', () => {
    const policy = robotsPolicyNamed('disallow-only');
    expect(policy.fetches).toBe(true);
    expect(policy.decide(rules, '/private').allowed).toBe(false);
    expect(policy.crawlDelay(rules)).toBeUndefined();
  });

  test('ignore never asks for the file and allows everything', () => {
    const policy = robotsPolicyNamed('ignore');
    expect(policy.fetches).toBe(false);
    expect(policy.decide(rules, '/private')).toEqual({ allowed: true });
    expect(policy.crawlDelay(rules)).toBeUndefined();
  });

  test('a plugin adds one by its name', () => {
    const noQueries: RobotsPolicy = {
      ...robotsPolicyNamed('obey'),
      name: 'no-queries',
      decide: (compiled, path) => (path.includes('?') ? { allowed: false } : compiled.decide(path)),
    };
    expect(robotsPolicyNamed('no-queries', [noQueries]).decide(rules, '/a?b').allowed).toBe(false);
  });

  test('an unknown name is refused with the names there are', () => {
    expect(() => robotsPolicyNamed('oby')).toThrow(
      'robots: "oby" is not a robots policy; allowed are obey, disallow-only, ignore.',
    );
  });
});
