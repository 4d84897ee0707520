import { Buffer } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeEntities, decodeLatin1, sniffEncoding } from '../../shared/domain/html/decode-text.ts';
import { parseRefresh } from '../../shared/domain/html/meta-refresh.ts';
import { PageScan } from '../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../shared/domain/html/scan-page.ts';
import { attributeText, baseTexts } from '../../shared/domain/html/scanned-text.ts';
import { bogusCommentEnd, commentEnd } from '../../shared/domain/html/skip-markup.ts';
import { specDefaults } from '../../shared/domain/spec/crawl-spec.ts';

type Text = string | { readonly b64: string };
interface Case<Expected> {
  readonly id: string;
  readonly args: readonly Text[];
  readonly kwargs: { keep?: string[]; remove_illegal?: boolean; encoding?: string; ignore_tags?: string[] };
  readonly expect: Expected;
}

const folder = new URL('../../../shared/suites/links/', import.meta.url);
const present = existsSync(folder);
if (!present) console.log('skipped: ../shared/suites/links is not there');

function load<T>(name: string): ReadonlyArray<Case<T>> {
  return present ? JSON.parse(gunzipSync(readFileSync(new URL(`w3lib_${name}.json.gz`, folder))).toString()) : [];
}

/** w3lib takes `noscript` content for text, as with scripting on; `ignore_tags` says which elements it drops. */
function withoutNoscript(one: Case<unknown>, html: string): string {
  return one.kwargs.ignore_tags ? html : html.replace(/<noscript\b[\s\S]*?(?:<\/noscript>|$)/gi, '');
}

/** By id number: what the standards give where w3lib leaves them. */
const REFRESH_DIFFERENCES: Readonly<Record<string, readonly [number | null, string | null]>> = {
  // The page ends inside the tag: the standard drops the tag (HTML 13.2.5, eof-in-tag).
  '2': [null, null],
  // The delay is read as whole seconds (HTML 4.2.5.3, "shared declarative refresh steps").
  '19': [0, 'http://example.com/index.html'],
  '20': [3, 'http://example.com/index.html'],
  // Queries are always encoded as UTF-8.
  '16': [3, 'http://example.com/to%C2%A3?unit=%C2%B5'],
  // Of attributes with the same name the first counts, here one without a value (HTML 13.2.5.33).
  '7': [null, null],
  // A script's text is no markup, whatever `ignore_tags` says.
  '26': [null, null],
};

describe.skipIf(!present)("w3lib's link cases", () => {
  it.each(load<string>('get_base_url'))('$id', one => {
    const url = one.args[1] === undefined ? '' : textOf(one.args[1], 'utf-8');
    expect(baseOf(one, url)).toBe(one.expect === '' ? '' : new URL(one.expect).href);
  });

  it.each(load<string>('replace_entities'))('$id', one => {
    expect(replaceEntities(one)).toBe(one.expect);
  });

  it.each(load<string>('remove_comments'))('$id', one => {
    expect(withoutComments(textOf(one.args[0], 'utf-8'))).toBe(one.expect);
  });

  it.each(load<[number | null, string | null]>('get_meta_refresh'))('$id', one => {
    const number = one.id.slice(one.id.lastIndexOf('-') + 1);
    const [seconds, url] = REFRESH_DIFFERENCES[number] ?? one.expect;
    expect(refreshOf(one)).toEqual([seconds, url === null ? null : new URL(url).href]);
  });
});

function textOf(value: Text | undefined, encoding: string): string {
  if (typeof value === 'string') return value;
  return decodeLatin1(Buffer.from(value?.b64 ?? '', 'base64').toString('latin1'), encoding);
}

function scanOf(one: Case<unknown>): PageScan {
  // Python's name of latin1 is no label on the Web.
  const encoding = textOf(one.args[2] ?? one.kwargs.encoding ?? 'utf-8', 'utf-8').replace('latin-1', 'latin1');
  const html = withoutNoscript(one, textOf(one.args[0], new TextDecoder(encoding).encoding));
  const scan = new PageScan();
  scanPage(Buffer.from(html), scan, { elements: specDefaults.elements });
  return scan;
}

function baseOf(one: Case<string>, url: string): string {
  for (const text of baseTexts(scanOf(one), 'utf-8')) {
    const base = URL.parse(text, url === '' ? undefined : url);
    if (base?.protocol.startsWith('http')) return base.href;
  }
  return url === '' ? '' : new URL(url).href;
}

function refreshOf(one: Case<unknown>): [number | null, string | null] {
  const scan = scanOf(one);
  for (let link = 0; link < scan.linkCount; link += 1) {
    if (scan.kind(link) !== 'refresh') continue;
    const refresh = parseRefresh(attributeText(scan, link, 'utf-8'));
    if (refresh?.url !== undefined)
      return [refresh.seconds, new URL(refresh.url, textOf(one.args[1] ?? 'http://example.org', 'utf-8')).href];
  }
  return [null, null];
}

/**
 * w3lib's options: `keep` leaves the references named, `remove_illegal` drops those that stand for nothing (also C1
 * controls and numbers beyond Unicode, which the standard turns into U+FFFD).
 */
function replaceEntities(one: Case<string>): string {
  const { keep = [], remove_illegal: removeIllegal = true, encoding = 'utf-8' } = one.kwargs;
  const name = sniffEncoding({ body: Buffer.alloc(0), contentType: `text/html;charset=${encoding}` }).encoding;
  return textOf(one.args[0], name).replace(/&(?:#[xX][0-9a-fA-F]+|#[0-9]+|[A-Za-z][A-Za-z0-9]*);?/g, reference => {
    if (keep.includes(reference.replace(/^&|;$/g, ''))) return reference;
    const decoded = decodeEntities(reference, { attribute: false });
    const illegal = /[\u0080-\u009F\uFFFD]/u.test(decoded) || (decoded === reference && reference.endsWith(';'));
    if (!illegal) return decoded;
    return removeIllegal ? '' : reference;
  });
}

function withoutComments(html: string): string {
  const page = Buffer.from(html, 'latin1');
  let kept = '';
  let i = 0;
  for (let start = html.indexOf('<!'); start >= 0; start = html.indexOf('<!', i)) {
    kept += html.slice(i, start);
    i = html.startsWith('<!--', start) ? commentEnd(page, start + 4) : bogusCommentEnd(page, start);
  }
  return kept + html.slice(i);
}
