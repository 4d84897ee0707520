import { expect, test } from 'vitest';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import type { PartSource } from '../../../../shared/domain/spec/resolve/part-faults.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { parseInputLines } from '../../../../shared/domain/spec/sites/input-lines.ts';

const site = { url: 'https://uni.example' };
const resolve = (values: Record<string, unknown>, parts?: PartSource) =>
  resolveSpec([readSpec({ sites: [site], ...values }, path => path.join('.'))], parts);

function refusalOf(values: Record<string, unknown>, parts?: PartSource): readonly string[] {
  try {
    resolve(values, parts);
    return [];
  } catch (error) {
    if (error instanceof BadInput) return error.sentences;
    throw error;
  }
}

test('the default is a host, which no spec names', () => {
  expect(resolve({})).not.toHaveProperty('scope');
  expect(resolve({ scope: 'host' })).toEqual(resolve({}));
});

test('a site of several hosts has http and https, unless somebody says otherwise', () => {
  expect(resolve({ scope: 'domain' })).toMatchObject({ scope: 'domain', schemes: 'both' });
  expect(resolve({ scope: 'prefix' }).schemes).toBe('same');
  expect(resolve({ scope: 'list', hosts: ['a.example'], schemes: 'same' }).schemes).toBe('same');
});

test('hosts are addresses of a site', () => {
  const { sites } = resolve({ scope: 'list', hosts: ['uni-old.example', 'http://example.org/~lab/'] });
  expect(sites[0]!.hosts).toEqual(['https://uni-old.example/', 'http://example.org/~lab/']);
  const list = 'url,hosts\nhttps://uni.example,www.uni.example http://b.example/~x/\nhttps://c.example,\n';
  const listed = parseInputLines(list, 'list.csv');
  expect(listed.sites).toEqual([
    { url: 'https://uni.example', hosts: ['www.uni.example', 'http://b.example/~x/'] },
    { url: 'https://c.example' },
  ]);
});

test('a host without a scheme has that of the start page, so its port is of the site', () => {
  const at = (url: string) =>
    resolve({ sites: [{ url }], scope: 'list', hosts: ['lib.example:8081/x/'] }).sites[0]!.hosts;
  expect(at('http://uni.example:8080/')).toEqual(['http://lib.example:8081/x/']);
  expect(at('uni.example')).toEqual(['https://lib.example:8081/x/']);
});

test('hosts without a list, a list without hosts, and hosts of nobody knows which site are refused', () => {
  expect(refusalOf({ hosts: ['a.example'] })).toEqual([
    'hosts: "a.example" is refused; hosts are those of a site with scope list; allowed is none otherwise.',
  ]);
  expect(refusalOf({ scope: 'list' })).toEqual([
    'scope: "list" is refused; no site has hosts; allowed with hosts (--host) that belong to the site of the start page.',
  ]);
  expect(refusalOf({ scope: 'list', hosts: ['a.example'], sites: [site, { url: 'https://b.example' }] })).toEqual([
    'hosts: "a.example" is refused; allowed with a single site; of several sites each has its own hosts.',
  ]);
  expect(refusalOf({ scope: 'list', hosts: Array.from({ length: 1001 }, (_, n) => `h${n}.example`) })[0]).toContain(
    'allowed is a list of at most 1000 hosts',
  );
});

test('an account takes sites of several hosts and prefixes', () => {
  const deployed = { robots: [], finish: [], writers: [], analyzers: [] };
  for (const scope of ['domain', 'prefix'] as const) expect(refusalOf({ scope }, deployed)).toEqual([]);
  expect(refusalOf({ scope: 'list', hosts: ['a.example'] }, deployed)).toEqual([]);
});
