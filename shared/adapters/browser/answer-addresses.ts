import type { PageAnswer } from '../../domain/http/page-answer.ts';

/** Of one style sheet. */
const mostAddresses = 1_000;

/** Addresses in the header fields of a document: `Link`, `Content-Location`, `Location`, `Refresh`. */
export function headerAddresses({ headers }: PageAnswer, base: string): readonly string[] {
  return headers.flatMap(([name, value]) => {
    const found = addressesOfField(name.toLowerCase(), value);
    return found.flatMap(each => URL.parse(each.trim(), base)?.href ?? []);
  });
}

function addressesOfField(name: string, value: string): readonly string[] {
  if (name === 'location' || name === 'content-location') return [value];
  if (name === 'link') return [...value.matchAll(/<([^>]*)>/g)].map(([, target]) => target!);
  if (name !== 'refresh') return [];
  const target = /^\s*[\d.]*\s*[;,]\s*(?:url\s*=)?\s*['"]?([^'"]+)/i.exec(value)?.[1];
  return target === undefined ? [] : [target];
}

/** The addresses that a style sheet names by `url()` and `@import`. */
export function styleAddresses(body: Uint8Array, base: string): readonly string[] {
  const text = Buffer.from(body).toString('utf8');
  const named = text.matchAll(/url\(\s*(['"]?)([^'")\s]+)\1\s*\)|@import\s+(['"])([^'"]+)\3/gi);
  return [...named.take(mostAddresses)].flatMap(
    ([, , url, , imported]) => URL.parse(url ?? imported!, base)?.href ?? [],
  );
}
