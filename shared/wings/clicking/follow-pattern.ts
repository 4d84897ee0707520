import { createHash } from 'node:crypto';
import { PageScan } from '../../domain/html/page-scan.ts';
import { scanPage } from '../../domain/html/scan-page.ts';
import { attributeText } from '../../domain/html/scanned-text.ts';
import type { AnswerPage } from '../../domain/http/page-answer.ts';
import type { FoundAddress } from '../../domain/turn/found-address.ts';
import { type AddressPattern, nextAddress } from './address-pattern.ts';

/** Answers of one list that are requested without a browser, at most. */
const mostAnswers = 10_000;
/** Texts of one answer that are looked at for addresses. */
const mostTexts = 50_000;

/**
 * Requests a list's further parts without a browser, until one is missing, is empty or repeats an earlier one. Answers how
 * many parts there were.
 */
export async function followPattern(
  pattern: AddressPattern,
  answer: AnswerPage,
  page: string,
  found: (addresses: readonly FoundAddress[]) => Promise<readonly boolean[]>,
): Promise<number> {
  const seen = new Set<string>();
  for (let n = 1; n <= mostAnswers; n += 1) {
    const url = nextAddress(pattern, n);
    if (url === undefined) return n - 1;
    const part = await answer({ address: url, kind: 'data', headers: {}, page });
    if (part === undefined || part.status !== 200) return n - 1;
    const hash = createHash('sha256').update(part.body).digest('base64');
    if (seen.has(hash)) return n - 1;
    seen.add(hash);
    const addresses = addressesOf(part.body, part.headers.find(([name]) => name === 'content-type')?.[1] ?? '', url);
    await found([{ url, by: 'request' }, ...addresses.map(each => ({ url: each, by: 'request' as const }))]);
    if (isEmpty(part.body)) return n;
  }
  return mostAnswers;
}

/** An answer that holds no item: lists end with one. */
function isEmpty(body: Uint8Array): boolean {
  const text = Buffer.from(body.subarray(0, 200)).toString('latin1').trim();
  return text === '' || text === '[]' || text === '{}' || text === 'null';
}

/** Addresses in HTML (its links), or in JSON (texts that are addresses, and HTML inside texts). */
function addressesOf(body: Uint8Array, contentType: string, base: string): readonly string[] {
  const text = Buffer.from(body).toString('utf8');
  const texts = /json/i.test(contentType) || /^\s*[[{]/.test(text.slice(0, 100)) ? textsOfJson(text) : undefined;
  const found = texts === undefined ? linksOf(body) : texts.flatMap(each => addressesInText(each));
  const resolved = found.flatMap(each => {
    const url = URL.parse(each.trim(), base);
    return url !== null && /^https?:$/.test(url.protocol) ? [url.href] : [];
  });
  return [...new Set(resolved)];
}

function addressesInText(text: string): readonly string[] {
  if (text.includes('<a ')) return linksOf(Buffer.from(text));
  return text.length < 2_048 && /^(https?:\/\/|\/)[^\s"'<>]+$/.test(text) ? [text] : [];
}

function linksOf(html: Uint8Array): readonly string[] {
  const scan = new PageScan();
  scanPage(html, scan, { elements: ['a', 'area'] });
  return Array.from({ length: scan.linkCount }, (_, link) => attributeText(scan, link, 'utf-8'));
}

function textsOfJson(json: string): readonly string[] | undefined {
  try {
    const texts: string[] = [];
    const open: unknown[] = [JSON.parse(json)];
    for (let value = open.pop(); value !== undefined && texts.length < mostTexts; value = open.pop()) {
      if (typeof value === 'string') texts.push(value);
      else if (typeof value === 'object' && value !== null)
        for (const inner of Object.values(value)) open.push(inner ?? 0);
    }
    return texts.reverse();
  } catch {
    return undefined;
  }
}
