import { Buffer } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeLatin1, sniffEncoding, toScannable } from '../../shared/domain/html/decode-text.ts';
import { headerCharset } from '../../shared/domain/html/encoding/header-charset.ts';
import { metaCharset } from '../../shared/domain/html/meta-charset.ts';

type Bytes = string | null | { readonly b64: string };
interface Case<Expected> {
  readonly id: string;
  readonly args: readonly Bytes[];
  readonly kwargs: Readonly<Record<string, string>>;
  readonly expect: Expected;
}

const folder = new URL('../../../shared/suites/encoding/', import.meta.url);
const present = existsSync(folder);
if (!present) console.log('skipped: ../shared/suites/encoding is not there');

function load<T>(name: string): readonly T[] {
  return present ? JSON.parse(readFileSync(new URL(name, folder), 'utf8')) : [];
}

/** Cases in which w3lib leaves the standards, which html5lib's cases demand; with what the standards give. */
const BODY_DIFFERENCES: Readonly<Record<string, string | undefined>> = {
  // `< meta` is text: a tag's name follows `<` at once (HTML 13.2.5.6).
  '6': undefined,
  '23': undefined,
  // A meta without http-equiv=content-type declares nothing by its content (HTML 13.2.3.2; html5lib case h5enc-15, 19).
  '12': undefined,
  '28': undefined,
  '13': undefined,
};
/** The Encoding Standard has no UTF-32 and forbids to support it: FF FE 00 00 is UTF-16 that starts with a NUL. */
const UTF_32 = new Set(['21', '22', '23', '24', '26']);
/** Python's names of encodings. */
const PYTHON_NAMES: Readonly<Record<string, string>> = {
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
  utf8: 'utf-8',
  'iso8859-4': 'iso-8859-4',
  gb18030: 'gbk',
  big5hkscs: 'big5',
  'utf-16-be': 'utf-16be',
  'utf-16-le': 'utf-16le',
};

describe.skipIf(!present)('declared encodings', () => {
  it.each(load<{ id: string; data_b64: string; expect: string }>('html5lib_encoding.json'))('html5lib $id', one => {
    const body = Buffer.from(one.data_b64, 'base64');
    const { encoding } = sniffEncoding({ body, contentType: 'text/html' });
    expect(encoding).toBe(one.expect.toLowerCase());
  });

  it.each(load<Case<string | null>>('w3lib_http_content_type_encoding.json'))('w3lib $id', one => {
    const header = String(one.args[0]).replace(/^Content-Type: /, '');
    expect(headerCharset(header)).toBe(nameOf(one.expect));
  });

  it.each(load<Case<string | null>>('w3lib_html_body_declared_encoding.json'))('w3lib $id', one => {
    const number = numberOf(one.id);
    const expected = number in BODY_DIFFERENCES ? BODY_DIFFERENCES[number] : nameOf(one.expect);
    expect(metaCharset(beforeBody(bytesOf(one.args[0])))).toBe(expected);
  });

  it.each(load<Case<[string, string]>>('w3lib_html_to_unicode.json').filter(one => !differs(one)))('w3lib $id', one => {
    const [header, body] = one.args;
    const bytes = bytesOf(body);
    const { encoding, source } = sniffEncoding({ body: bytes, contentType: header === null ? '' : String(header) });
    const scannable = toScannable(bytes, encoding);
    // A page that declares nothing and is ASCII has the default's name, which w3lib's callers choose.
    if (source !== 'default') expect(encoding).toBe(nameOf(one.expect[0]));
    expect(decodeLatin1(Buffer.from(scannable.bytes).toString('latin1'), scannable.encoding)).toBe(one.expect[1]);
  });

  it.each(load<Case<unknown>>('w3lib_html_to_unicode.json').filter(differs))('w3lib $id is UTF-32: not read', one => {
    const body = bytesOf(one.args[1]);
    const { encoding } = sniffEncoding({ body, contentType: String(one.args[0] ?? '') });
    expect(encoding).not.toMatch(/utf-32/);
  });
});

function differs({ id }: Case<unknown>): boolean {
  return UTF_32.has(numberOf(id));
}

function numberOf(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1);
}

function nameOf(name: string | null): string | undefined {
  return name === null ? undefined : (PYTHON_NAMES[name] ?? name);
}

function bytesOf(value: Bytes | undefined): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : Buffer.from(value?.b64 ?? '', 'base64');
}

/** w3lib looks for declarations before `<body` only. */
function beforeBody(bytes: Buffer): Buffer {
  const html = bytes.toString('latin1');
  const body = html.replace(/<!--.*?-->/gs, comment => ' '.repeat(comment.length)).indexOf('<body');
  return body < 0 ? bytes : bytes.subarray(0, body);
}
