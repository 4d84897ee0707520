import { decodeEntities } from '../../../domain/html/decode-text.ts';

const blockEnds = /<\/?(?:p|div|br|li|ul|ol|tr|td|h[1-6]|blockquote|figure|figcaption|table)(?=[\s/>])[^<>]*>/gi;
const hidden = /<(script|style)(?=[\s>])[^<>]*>[^<]*<\/\1>/gi;
const tags = /<[a-z/!][^<>]*>/gi;

/** The text of a piece of HTML on one line: no tags, references resolved, white space as single spaces. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return onOneLine(html);
  const withoutTags = html.replace(hidden, ' ').replace(blockEnds, ' ').replace(tags, '');
  return onOneLine(decodeEntities(withoutTags, { attribute: false }));
}

/** Something else than words with a space between them. */
const odd = /[^\S ]|[\p{Cc}\u00ad\u200b\ufeff]| {2}/u;
const breaks = /[\s\p{Cc}]+/gu;

/** White space and control characters become single spaces; soft hyphens and other marks without width go. */
export function onOneLine(text: string): string {
  if (!odd.test(text)) return text.trim();
  return text
    .replace(/[\u00ad\u200b]/g, '')
    .replace(breaks, ' ')
    .trim();
}
