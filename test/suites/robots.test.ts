import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseRobots } from '../../shared/domain/robots/parse-robots.ts';
import { decideRobots } from '../pure/domain/robots/decide-robots.ts';

interface GoogleCase {
  readonly id: string;
  readonly test: string;
  readonly agents: readonly string[];
  readonly url: string;
  readonly expect_allow: boolean;
  readonly robots: string;
}

interface RealRobots {
  readonly host: string;
  readonly robots: string;
  readonly checks: readonly { readonly agent: string; readonly url: string; readonly expect_allow: boolean }[];
}

const suites = new URL('../../../shared/suites/', import.meta.url);
const present = existsSync(suites);
if (!present) console.log('robots suites skipped: ../shared/suites is not there');

describe.skipIf(!present)('robots.txt suites', () => {
  test('decides every recorded case of google/robotstxt as Google does', () => {
    const cases = JSON.parse(readFileSync(new URL('robots/google.json', suites), 'utf8')) as readonly GoogleCase[];
    const misses = cases.filter(each => {
      const [agent = ''] = each.agents;
      return decideRobots(parseRobots(each.robots), agent, each.url).allowed !== each.expect_allow;
    });
    expect(misses.map(miss => `${miss.id} ${miss.test}`)).toEqual([]);
    expect(cases).toHaveLength(145);
  });

  // The one miss is a file that disallows /robots.txt: Google's matcher leaves that exception to its caller, RFC 9309
  // 2.2.2 says the file is implicitly allowed.
  test('decides the checks on 300 real files as Google does, but for /robots.txt itself', () => {
    const checks = readRealFiles().flatMap(({ robots, checks }) => {
      const parsed = parseRobots(robots);
      return checks.map(check => ({ ...check, ...decideRobots(parsed, check.agent, check.url) }));
    });
    const misses = checks.filter(check => check.allowed !== check.expect_allow).map(check => check.url);
    console.log(`robots-real: ${checks.length - misses.length} of ${checks.length} as Google's matcher`);
    expect(misses).toEqual(['https://www.flhsmv.gov/robots.txt']);
    expect(checks).toHaveLength(2209);
  });
});

function readRealFiles(): readonly RealRobots[] {
  return gunzipSync(readFileSync(new URL('robots-real/checks.jsonl.gz', suites)))
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as RealRobots);
}
