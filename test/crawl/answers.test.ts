import { afterEach, expect, test } from 'vitest';
import { startAdverseServer } from '../servers/adverse-server.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

let site: LoopbackSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const typed = (type: string | undefined, body: string | Uint8Array) =>
  type === undefined ? { headers: { 'content-type': '' }, body } : { headers: { 'content-type': type }, body };

test('a node is what is answered 200 as HTML, or as HTML without saying so; everything else is skipped with its reason (adverse 39)', async () => {
  site = await startSite({
    '/': page(
      'start',
      '/html',
      '/xhtml',
      '/plain',
      '/none',
      '/none-plain',
      '/octet',
      '/gone',
      '/teapot',
      '/created',
      '/empty',
      '/none-modified',
    ),
    '/html': typed('Text/HTML ; charset="utf-8"', page('html')),
    '/xhtml': typed('application/xhtml+xml', page('xhtml')),
    '/plain': typed('text/plain', page('plain')),
    '/none': typed(undefined, `<!doctype html>${page('none')}`),
    '/none-plain': typed(undefined, 'nothing of HTML'),
    '/octet': typed('application/octet-stream', page('octet')),
    '/gone': { status: 410, body: page('gone') },
    '/teapot': { status: 418, body: page('teapot') },
    '/created': { status: 201, body: page('created') },
    '/empty': '',
    '/none-modified': { status: 304 },
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()[1]).toEqual(['/empty', '/html', '/none', '/xhtml']);
  expect(results.skipped().map(({ Url, Reason, Status, Attempts }) => [Url, Reason, Status, Attempts])).toEqual([
    ['/created', 'http-status', '201', '1'],
    ['/gone', 'http-status', '410', '1'],
    ['/none-modified', 'http-status', '304', '1'],
    ['/none-plain', 'content-type', '200', '1'],
    ['/octet', 'content-type', '200', '1'],
    ['/plain', 'content-type', '200', '1'],
    ['/teapot', 'http-status', '418', '1'],
  ]);
});

test('a server that sends XHTML to whoever accepts it is asked for HTML', async () => {
  const chosen = ({ headers }: { headers: { accept?: string | undefined } }) =>
    typed(headers.accept?.includes('xhtml') === true ? 'application/xhtml+xml' : 'text/html', page('chosen'));
  site = await startSite({ '/': page('start', '/chosen'), '/chosen': chosen });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()[1]).toEqual(['/chosen']);
});

test('binary data sent as HTML is never parsed as text (adverse 39)', async () => {
  const link = '<a href="/from-binary">x</a>';
  site = await startSite({
    '/': page('start', '/pdf', '/zip', '/noise', '/control', '/utf16'),
    '/pdf': `%PDF-1.7\n${link}`,
    '/zip': `PK\u0003\u0004${link}`,
    '/noise': `\u0001\u0000\u0002${link}`,
    '/control': `\u0001${page('stray', '/from-stray')}\u001a`,
    '/from-stray': page('from stray'),
    '/utf16': typed('text/html', Buffer.from(`\ufeff${page('wide', '/from-wide')}`, 'utf16le')),
    '/from-wide': page('from wide'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.reasons()).toEqual({ '/noise': 'binary', '/pdf': 'binary', '/zip': 'binary' });
  expect(results.levels()[2]).toEqual(['/from-stray', '/from-wide']);
});

test('a body above 10 MB is skipped as too large, and one just below is a node (adverse 5)', async () => {
  const start = page('big');
  const fill = (size: number): Buffer =>
    Buffer.concat([Buffer.from(start), Buffer.alloc(size - Buffer.byteLength(start), ' ')]);
  site = await startSite({
    '/': page('start', '/below', '/above'),
    '/below': typed('text/html', fill(10 * 1024 * 1024)),
    '/above': typed('text/html', fill(10 * 1024 * 1024 + 1)),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()[1]).toEqual(['/below']);
  expect(results.reasons()).toEqual({ '/above': 'too-large' });
});

test('links and titles are read in the charset that is declared, or else found out (adverse 37)', async () => {
  const cp1251 = (text: string): Buffer =>
    Buffer.from(
      [...text].map(char => (char >= 'А' && char <= 'я' ? char.charCodeAt(0) - 0x410 + 0xc0 : char.charCodeAt(0))),
    );
  const russian = 'Новости науки и образования';
  site = await startSite({
    '/': page('start', '/header', '/meta', '/guess', '/lying'),
    '/header': typed('text/html; charset=windows-1251', cp1251(`<title>${russian}</title>1`)),
    '/meta': typed('text/html', cp1251(`<meta charset="cp1251"><title>${russian}</title>2`)),
    '/guess': typed('text/html', cp1251(`<title>${russian}</title>${russian.repeat(20)}`)),
    '/lying': typed('text/html; charset=windows-1251', `\ufeff<title>${russian}</title>`),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(
    results
      .nodes()
      .slice(1)
      .map(({ Url, Title }) => [Url, Title]),
  ).toEqual([
    ['/guess', russian],
    ['/header', russian],
    ['/lying', russian],
    ['/meta', russian],
  ]);
});

test('entities in titles are what HTML says they are (adverse 38)', async () => {
  site = await startSite({ '/': '<title>a &amp b &#128; &#x110000; &amp;lt; &copy</title>' });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.nodes()[0]!['Title']).toBe('a & b € \ufffd &lt; ©');
});

test('what fails for good is skipped with its reason, what may pass is tried three times (adverse 1, 8, 9, 19)', async () => {
  const links = {
    '/reset-mid-body': ['network', '3'],
    '/gzip-truncated': ['decode', '1'],
    '/many-headers': ['protocol', '1'],
    '/http-0.9': ['protocol', '1'],
  };
  const server = await startAdverseServer({
    more: {
      '/': socket => {
        const body = page('start', '/ok', ...Object.keys(links));
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      },
    },
  });
  try {
    const { results } = await crawl(`${server.origin}/`, { maxLevel: 1 });
    const skipped = results.skipped().filter(({ Level }) => Level === '1');
    expect(Object.fromEntries(skipped.map(({ Url, Reason, Attempts }) => [Url, [Reason, Attempts]]))).toEqual(links);
    expect(results.levels()[1]).toEqual(['/ok']);
    expect(results.raw('logs/errors.csv').trimEnd().split('\n').length).toBeGreaterThanOrEqual(6);
  } finally {
    await server.close();
  }
});

test('log lines cannot be forged by what a server sends (adverse 9, 69)', async () => {
  site = await startSite({ '/': page('start', '/a%0d%0aforged', '/b\n2026-01-01,forged,0,200,0,0') });
  const { results } = await crawl(`${site.origin}/`);
  const log = results.raw('logs/common.csv').trimEnd().split('\n');
  expect(log).toHaveLength(1 + site.asked.length);
  expect(log.slice(1).every(line => /^\d{4}-\d\d-\d\dT[^,]*,"?http:\/\//.test(line))).toBe(true);
});

test('queries of links are in the encoding in which the page was sent, also where the page is scanned in another', async () => {
  const kanji = '\x1b$BF|K\\\x1b(B';
  const sentIn = (charset: string, body: Buffer) => typed(`text/html; charset=${charset}`, body);
  site = await startSite({
    '/': page('start', '/jis', '/utf16', '/sjis'),
    '/jis': sentIn('iso-2022-jp', Buffer.from(`<title>1</title><a href="/${kanji}?j=${kanji}">x</a>`, 'latin1')),
    '/utf16': sentIn('utf-16le', Buffer.from('<title>2</title><a href="/u?u=日">x</a>', 'utf16le')),
    '/sjis': sentIn('shift_jis', Buffer.from('<title>3</title><a href="/s?s=\x93\xfa">x</a>', 'latin1')),
    '*': ({ path }) => page(path),
  });
  await crawl(`${site.origin}/`);
  expect(site.paths().slice(4)).toEqual(['/%E6%97%A5%E6%9C%AC?j=%1B$BF|K\\%1B(B', '/u?u=%E6%97%A5', '/s?s=%93%FA']);
});
