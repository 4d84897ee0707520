/** Pages at the bounds of what an item of DynamoDB holds: DynamoDBLocal refuses an item above 400 KB, MiniStack does not. */
import '../pure/functions/quiet-logs.ts';
import { createHash } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { names } from '../../shared/names.ts';
import { crawl as embeddedCrawl } from '../crawl/crawl-run.ts';
import { type PageAnswer, page, startSite } from '../servers/loopback-site.ts';
import { Random } from '../simulation/world/random.ts';
import { Account } from './account.ts';
import { missing, openAwsPlace } from './aws/aws-place.ts';

const { missing: noDynamoDb, endpoint } = inject('dynamoDb');

const random = new Random(7);
/** Text that does not deflate well. */
const noise = (length: number): string =>
  Array.from({ length: Math.ceil(length / 6) }, () => random.int(60_466_176, 2_176_782_335).toString(36))
    .join('')
    .slice(0, length);
const list = (count: number, address: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `<a href="${address(n)}">${noise(40)}</a>`).join('');

function largePage(title: string, links: string): PageAnswer {
  const headers = { etag: `"${noise(4_000)}"`, link: `</${noise(3_000)}>; rel=canonical` };
  const meta = `<title>${title}</title><meta name="description" content="${noise(20_000)}">`;
  return { headers, body: `<html><head>${meta}</head><body>${links}</body></html>` };
}

test.skipIf((missing ?? noDynamoDb) !== undefined)(
  'titles of a megabyte, hundreds of longest addresses and fifty chains of nine such redirects give the files of one machine',
  async () => {
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
    await using place = await openAwsPlace();
    const site = await startSite({
      '/': largePage(
        noise(1_000_000),
        list(6, n => ['/long', '/many', '/external', '/bad', '/anchor', '/moved/0'][n]!),
      ),
      '/long': largePage(
        'long',
        list(700, n => `/x/${n}/${noise(2_000)}`),
      ),
      '/many': largePage(
        'many',
        list(6_000, n => `/m/${n}/${noise(60)}`),
      ),
      '/external': largePage(
        'external',
        list(900, n => `http://e${n}.example/${noise(n < 500 ? 1_950 : 40)}`),
      ),
      '/bad': largePage(
        'bad',
        list(500, n => `javascript:x${n}${noise(1_950)}`),
      ),
      '/anchor': largePage('anchor', `<a href="/y">${noise(500_000)}</a>`),
      '/moving': largePage(
        'moving',
        list(50, n => `/moved/0/${n}`),
      ),
      '*': ({ path }) => {
        const hop = Number(/^\/moved\/(\d)/.exec(path)?.[1] ?? 9);
        const far = createHash('shake256', { outputLength: 1_400 }).update(path).digest('base64url');
        const location = `/moved/${hop + 1}/${far}`;
        return hop < 9 ? { status: 302, headers: { location } } : page(path.slice(0, 20));
      },
    });
    process.env[names.allowHosts] = new URL(site.origin).host;
    const settings = { delayMs: 0, formats: ['csv', 'gexf'], allLinks: true, limit: 900 };
    const account = new Account(place);
    const run = await account.toTheEnd({ kind: 'start', spec: { ...settings, sites: [{ url: site.origin }] } });
    const { results } = await embeddedCrawl(site.origin, settings);
    expect(await account.files(run)).toEqual(results.files());
    await site.close();
  },
  240_000,
);
