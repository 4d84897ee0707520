/**
 * Further parts of lists come as JSON, too: items with their addresses, or their HTML in a text. Such a part is read as a page that has
 * the same links.
 */
import { jsonOf } from '../../../domain/spec/fields/json-of.ts';
import { xmlText } from '../../../files/xml-text.ts';
import { isObject, type Json } from '../extraction/metadata/json-ld.ts';
import { linkOf, objectsIn } from './data-links.ts';
import { sizes } from './further-parts.ts';

/** Members for the next part: an address, or the value of a parameter: `next_url`, `nextOffset`, `endCursor`. */
const nextKey =
  /^(?:next|more|load_?more|older)(?:_?(?:page|part|offset|start|from|after|cursor|token|max_?id|id))?(?:_?(?:url|uri|link|href|path|token|cursor))?$|^(?:end_?)?cursor$/i;
const markup = /<a\s/i;

/** Undefined for a text that is no JSON. `base`: the address of the part. */
export function pageOfJson(text: string, base: string): string | undefined {
  const value = /^\s*[{[]/.test(text) ? (jsonOf(text) as Json | undefined) : undefined;
  if (value === undefined) return undefined;
  const written: string[] = [];
  for (const each of objectsIn([value])) {
    const link = isObject(each) ? linkOf(each, base) : undefined;
    if (link !== undefined) written.push(anchor(link.address, link.text));
    for (const [key, member] of Object.entries(each as object) as [string, Json][]) {
      if (typeof member === 'string' && markup.test(member)) written.push(member);
      else if (!Array.isArray(each) && nextKey.test(key)) written.push(...nextOf(key, member, base));
    }
  }
  return written.join('\n');
}

function anchor(address: string, text: string, rel = ''): string {
  return `<a href="${xmlText(address)}"${rel}>${xmlText(text)}</a>`;
}

/** The next part; a number or a mark is the value of the parameter of its name, or of the only parameter. */
function nextOf(key: string, member: Json, base: string): readonly string[] {
  const value = isObject(member) ? (member['href'] ?? member['url'] ?? '') : member;
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
  if (/^(?:[/?]|https?:)/.test(String(value))) return [anchor(String(value), 'next', ' rel="next"')];
  const url = new URL(base);
  const plain = (name: string) => name.replace(/[-_]|^next|^end/gi, '').toLowerCase();
  const names = [...url.searchParams.keys()].filter(
    each => !sizes.test(each) && !/^(?:format|type|first|count)$/i.test(each),
  );
  const name = names.find(each => plain(each) === plain(key)) ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined || url.searchParams.get(name) === String(value)) return [];
  url.searchParams.set(name, String(value));
  return [anchor(url.href, 'next', ' rel="next"')];
}
