import { afterEach, expect, test } from 'vitest';
import { requestSettings } from '../../functions/cli/watch/watch-program.ts';
import { BadInput } from '../../shared/domain/refusal/refusal.ts';
import { decodeSetting } from '../../shared/domain/spec/decode-setting.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { settings } from '../../shared/domain/spec/settings.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

test('a page that comes later than the timeout, or is larger than wanted, is skipped after the wanted tries', async () => {
  let path = '';
  const site = await startSite(
    {
      '/': page('start', '/late', '/large', '/fits', '/busy', '/misdirected'),
      '/late': page('late'),
      '/large': `<title>large</title>${'x'.repeat(30_000)}`,
      '/fits': `<title>fits</title>${'y'.repeat(15_000)}`,
      '/busy': { status: 425 },
      '/misdirected': ({ nth }) => (nth === 1 ? { status: 421 } : page('misdirected once')),
    },
    {
      onAsked: asked => {
        path = asked.path;
      },
      answerAfterMs: () => (path === '/late' ? 2_500 : 0),
    },
  );
  sites.push(site);
  const reasons = async (limits: object): Promise<Record<string, string>> => {
    const { results } = await crawl(site.origin, { maxDownloads: 1, ...limits });
    const rows = results.skipped().map(({ Url = '', Reason = '' }) => [Url.replace(site.origin, ''), Reason]);
    return Object.fromEntries(rows) as Record<string, string>;
  };
  const tries = (of: string): number => site.paths().filter(each => each === of).length;
  expect(await reasons({ timeoutSeconds: 1, retries: 1, maxPageBytes: 20_000 })).toEqual({
    ...{ '/late': 'timeout', '/large': 'too-large', '/busy': 'http-status' },
  });
  expect(['/late', '/large', '/busy', '/misdirected'].map(tries)).toEqual([2, 1, 2, 2]);
  expect(await reasons({ timeoutSeconds: 6, retries: 0 })).toEqual({ '/busy': 'http-status' });
  expect(['/late', '/large', '/busy'].map(tries)).toEqual([3, 2, 3]);
});

const nameOf = (path: readonly PropertyKey[]): string => path.join('.');
const refusals = (given: object, place?: Parameters<typeof resolveSpec>[1]): readonly string[] => {
  try {
    resolveSpec([readSpec({ sites: [{ url: 'https://a.example/' }], ...given }, nameOf)], place);
    return [];
  } catch (error) {
    if (error instanceof BadInput) return error.sentences;
    throw error;
  }
};

test('sizes and times are typed with their units; what is beyond is refused, in an account also a larger page', () => {
  expect(['20MB', '1.5 MB', '500kB', '2000', '7 apples'].map(text => decodeSetting('size', text))).toEqual([
    ...[20_000_000, 1_500_000, 500_000, 2_000, '7 apples'],
  ]);
  const kinds = settings.filter(({ path }) => ['timeoutSeconds', 'retries', 'maxPageBytes'].includes(path[0]!));
  expect(kinds.map(({ option, kind }) => `${option} ${kind}`)).toEqual([
    ...['--timeout duration', '--retries number', '--max-page-size size'],
  ]);
  for (const { path } of kinds) expect(requestSettings).toContain(path[0]);
  expect(refusals({ timeoutSeconds: 61 })[0]).toContain('from 1 to 60');
  expect(refusals({ retries: 11 })[0]).toContain('from 0 to 10');
  const account = { robots: [], finish: [], writers: [], analyzers: [] };
  expect(refusals({ maxPageBytes: 20_000_000 })).toEqual([]);
  expect(refusals({ maxPageBytes: 20_000_000 }, account)).toEqual([
    'maxPageBytes: 20000000 is refused; pages of more than 10485760 bytes are read on one machine only.',
  ]);
  expect(refusals({ maxPageBytes: 1_000_000, timeoutSeconds: 60 }, account)).toEqual([]);
});
