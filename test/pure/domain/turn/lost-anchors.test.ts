import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { PageScan } from '../../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../../shared/domain/html/scan-page.ts';
import { hasName, namesIn } from '../../../../shared/domain/turn/page-anchors.ts';
import { markupOf } from '../../../../shared/domain/turn/page-markup.ts';

it.each<[what: string, html: string, lost: string]>([
  ['an id', '<a href=#a>x</a><p id=a>', ''],
  ['an id behind other attributes, in capitals', `<a href=#a>x</a><p class="b" ID = 'a'>`, ''],
  ['an id of a link, before and behind its address', '<a id=a href=#b>x</a><a href=#a id=b>y</a>', ''],
  ['the name of an anchor', '<a href=#a>x</a><a class=b name=a></a>', ''],
  ['no name of a field', '<a href=#a>x</a><input name=a>', '#a'],
  ['an id with references', '<a href="#%3Cinit%3E()">x</a><p id="&lt;init&gt;()">', ''],
  ['a link with references', '<a href="#a&amp;b">x</a><p id="a&amp;b">', ''],
  ['letters beyond ASCII, escaped or not', '<a href="#%D0%B3%D0%B4%D0%B5">x</a><a href=#где>y</a><p id=где>', ''],
  ['escapes that are meant as they stand', '<a href=#a%20b>x</a><p id=a%20b>', ''],
  ['escapes of no encoding', '<a href=#%E4>x</a>', '#%E4'],
  ['a directive of texts', '<a href="#a:~:text=word">x</a><a href="#:~:text=word">y</a><p id=a>', ''],
  ['the top, and routes', '<a href=#>x</a><a href=#Top>x</a><a href=#!a>x</a><a href=#/a>x</a>', ''],
  ['no other attributes or texts', '<a href=#a>x</a><p data-id=a>id="a"</p><!-- <p id=a> -->', '#a'],
  ['blanks and line ends that an address loses', '<a href="#a ">x</a><a href="#a\n b">y</a><p id=a><p id="a b">', ''],
  ['no element of a template', '<a href=#a>x</a><template><p id=a></template>', '#a'],
  ['each once', '<a href=#a>x</a><a href=#a>x</a><a href=#b>x</a>', '#a #b'],
  ['nothing where a base makes it another page', '<base href=/b><a href=#a>x</a>', ''],
])('lost anchors know %s', (_what, html, lost) => {
  const scan = new PageScan();
  scanPage(Buffer.from(html), scan, { elements: ['a'] });
  expect(markupOf(scan, 'utf-8', undefined, false, () => 'https://www.a.example/x/')[3]).toBe(lost);
});

it('goes through a run of blanks once', () => {
  const scan = new PageScan();
  const blanks = ' '.repeat(400_000);
  const style = `<style>a { background: url(${blanks}x) }</style>`;
  scanPage(Buffer.from(`${style}<a href="#a${blanks}b">x</a>`), scan, { elements: ['a'] });
  const [, , , lost, insecure] = markupOf(scan, 'utf-8', undefined, true, () => 'https://www.a.example/x/');
  expect([lost!.startsWith('#a'), insecure]).toEqual([true, '']);
});

it('finds a name by the text, whatever the encoding of the page', () => {
  const scan = new PageScan();
  // The letters of где in windows-1251.
  const where = Buffer.from([0xe3, 0xe4, 0xe5]);
  const page = [Buffer.from('<a href="#%D0%B3%D0%B4%D0%B5">x</a><p id='), where, Buffer.from('>')];
  scanPage(Buffer.concat(page), scan, { elements: ['a'] });
  expect(markupOf(scan, 'windows-1251', undefined, false, () => 'https://www.a.example/x/')[3]).toBe('');
});

const anchorsIn = (html: string | Buffer, encoding = 'utf-8') => {
  const scan = new PageScan();
  scanPage(Buffer.from(html), scan, { elements: ['a'] });
  const [, , , , , ids = '', away = ''] = markupOf(scan, encoding, undefined, false, () => 'https://www.a.example/x/');
  return { ids, away };
};

it.each<[what: string, html: string, away: string]>([
  ['a page beside it', '<a href=b#n>x</a><a href="/c?d=1&amp;e#%20n">y</a>', '/x/b#n /c?d=1&e#%20n'],
  ['a name with a blank and an escape', '<a href="b#t t%C3%BC#">x</a>', '/x/b#t%20t%C3%BC%23'],
  ['another base', '<base href=//b.a.example/y/><a href=c#n>x</a>', 'https://www.a.example/x/c#n'],
  ['a host of the domain', '<a href=//b.a.example/#n>x</a>', 'https://b.a.example/#n'],
  ['a host of the domain at another port', '<a href=http://a.example:8080/#n>x</a>', 'http://a.example:8080/#n'],
  ['each once, without a directive of texts', '<a href="b#n">x</a><a href="b#n:~:text=y">y</a>', '/x/b#n'],
  ['the page of a base', '<base href=/y><a href=#n>x</a>', 'https://www.a.example/x/#n'],
  ['the page itself behind a reference or blanks', '<a href="&#35;n">x</a><a href=" #m">y</a>', '/x/#n#m'],
  ['a reference that is no sign', '<a href="b&#39;c">x</a><a href="b&#35;n">y</a>', '/x/b#n'],
  [
    'nothing of other domains, of routes, of the page itself',
    '<a href=//b.example/#n>x</a><a href=b#/n>y</a><a href=#n>z</a><a href=b#top>z</a>',
    '',
  ],
])('links to names elsewhere know %s', (_what, html, away) => {
  expect(anchorsIn(html).away).toBe(away);
});

it('the marks of a page know its names, in any encoding and spelling', () => {
  const names = namesIn(anchorsIn('<p id=a><a name="b&amp;c"></a><p id="где"><p id=a%20b><p name=no>').ids);
  for (const name of ['a', 'b&c', 'где', '%D0%B3%D0%B4%D0%B5', 'a%20b']) expect(hasName(names, name)).toBe(true);
  for (const name of ['no', 'A', 'b', '']) expect(hasName(names, name)).toBe(false);
  const many = Array.from({ length: 2_000 }, (_, n) => `<p id=n${n}>`).join('');
  const found = namesIn(anchorsIn(many).ids);
  expect(Array.from({ length: 4_000 }, (_, n) => hasName(found, `n${n}`)).lastIndexOf(true)).toBe(1_999);
  expect(anchorsIn(`${many}<p id=more>`).ids).toBe('');
  const where = Buffer.concat([Buffer.from('<p id='), Buffer.from([0xe3, 0xe4, 0xe5]), Buffer.from('>')]);
  expect(hasName(namesIn(anchorsIn(where, 'windows-1251').ids), 'где')).toBe(true);
});
