import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

/** Addresses with a password, most of which are none for the URL standard. */
const secret = (n: number): readonly string[] => [
  `http://amy:PASS${n}@host:bad/`,
  `http://amy:PASS${n}@ho st/`,
  `//amy:PASS${n}@[::g]/x`,
  `https://amy:PASS${n}@host:99999/`,
  `ftp://amy:PASS${n}@host.example/`,
  `http://amy:PASS${n}@host.example/fine`,
];

test('no password of a link, a refresh, a base, a header, a redirect or a sitemap is in any file of a crawl', async () => {
  let count = 0;
  const pages: Parameters<typeof startSite>[0] = {};
  const add = (answer: (address: string) => object | string): void => {
    for (const address of secret(0)) {
      count += 1;
      const own = address.replace('PASS0', `PASS${count}`);
      Object.assign(pages, { [`/p${count}`]: answer(own) });
    }
  };
  const html = (more: string): string => `<!doctype html><title>${count}</title>${more} page ${count}`;
  add(address =>
    html(`<a href="${address}">a</a><map><area href="${address}"></map><iframe src="${address}"></iframe>`),
  );
  add(address => html(`<meta http-equiv=refresh content="0; url=${address}">`));
  add(address => html(`<base href="${address}"><a href="x">x</a>`));
  add(address =>
    html(`<link rel=canonical href="${address}"><link rel=alternate href="${address}"><form action="${address}">`),
  );
  add(address => ({ status: 302, headers: { location: address } }));
  add(address => ({ headers: { 'content-type': 'text/html', refresh: `0; url=${address}` }, body: html('') }));
  add(address => ({
    headers: { 'content-type': 'text/html', link: `<${address}>; rel=next`, 'content-location': address },
    body: html(''),
  }));
  const site = await startSite({
    '/': Object.keys(pages)
      .map(path => `<a href="${path}">${path}</a>`)
      .join(''),
    ...pages,
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset>${secret(900)
        .map(address => `<url><loc>${address}</loc></url>`)
        .join('')}</urlset>`,
    },
  });
  open.push(site);
  const { directory } = await crawl(`${site.origin}/`, {
    allLinks: true,
    sitemaps: 'add',
    elements: ['a', 'area', 'link', 'frame', 'refresh'],
    formats: ['csv', 'gexf'],
  });
  expect(site.paths()).toEqual(expect.arrayContaining([...Object.keys(pages), '/sitemap.xml']));
  const found = readdirSync(directory, { recursive: true, encoding: 'utf8' }).flatMap(name => {
    const path = join(directory, name);
    if (!statSync(path).isFile()) return [];
    const bytes = readFileSync(path);
    return [bytes, unpacked(bytes)].flatMap(
      each =>
        each
          .toString('latin1')
          .match(/.{0,80}PASS\d+.{0,20}/g)
          ?.map(text => `${name}: ${text}`) ?? [],
    );
  });
  expect(found).toEqual([]);
});

function unpacked(bytes: Buffer): Buffer {
  for (const unpack of [gunzipSync, zstdDecompressSync])
    try {
      return unpack(bytes);
    } catch {
      // It is not packed so.
    }
  return Buffer.alloc(0);
}
