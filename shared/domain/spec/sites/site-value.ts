import { decodeReferences } from '../../html/decode-text.ts';
import { decodeMilliseconds } from '../decode-setting.ts';
import type { SpecPath } from '../fields/field-path.ts';

/** Sites of a list, not yet checked against the schema. */
export interface InputLines {
  readonly sites: readonly Readonly<Record<string, unknown>>[];
  /** Names a field by its line: `urls.txt line 3: maxCrawlLevel`. */
  readonly nameOf: (path: SpecPath) => string;
}

const texts: readonly string[] = ['url', 'name', 'shortName', 'userAgent'];

/**
 * The value of a field's text for a key of a site. Spaces separate hosts; commas, semicolons or bars separate tags.
 * References (`&amp;`) are resolved first. Undefined for an empty field and for a negative level (no limit). A wrong number stays text, so that the schema can
 * show it.
 */
export function siteValue(key: string, written: string): number | string | readonly string[] | undefined {
  const text = decodeReferences(written);
  if (text === '') return undefined;
  if (key === 'hosts') return text.split(/\s+/);
  if (key === 'tags') return tagsOf(text);
  if (key === 'delayMs') return decodeMilliseconds(text);
  if (texts.includes(key) || !/^-?\d+$/.test(text)) return text;
  const value = Number(text);
  return key === 'maxLevel' && value < 0 ? undefined : value;
}

/** None of these characters may be in a tag. */
function tagsOf(text: string): readonly string[] {
  return text
    .split(/[,;|]/)
    .map(tag => tag.trim())
    .filter(tag => tag !== '');
}
