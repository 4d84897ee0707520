import type { SpecPath } from '../fields/field-path.ts';
import { demandLines } from '../site-count.ts';
import { fieldSeparator, siteOfFields } from './site-fields.ts';
import { readSiteTable, separatorOfSites } from './site-table.ts';
import { type InputLines, siteValue } from './site-value.ts';

/**
 * RCCrawler's fields after `protocol://host` (Pechnikov, Lankin 2016), with their keys here. The delay is in ms; an
 * empty field counts as absent.
 */
const rcFields = [
  { key: 'maxDownloads', name: 'maxDownloadsAtTime' },
  { key: 'maxLevel', name: 'maxCrawlLevel' },
  { key: 'delayMs', name: 'crawlDelay' },
] as const;

/** Byte order marks, and characters without width that come along with a copied address. */
const unseen = /[\ufeff\u200b\u200e\u200f\u2060]/g;

/**
 * Reads a list of start addresses: a table whose header names `url` (`site-table.ts`), or else one per line, or
 * RCCrawler's `protocol://host;maxDownloadsAtTime;maxCrawlLevel;crawlDelay`, or `siteOfFields`, in any mixture. Blank lines are ignored,
 * and so are comments: a `#` at the start of a line or after white space. A negative maxCrawlLevel means no limit.
 * `source` names the list in errors. Throws `BadInput` for too many lines and for a faulty table.
 */
export function parseInputLines(given: string, source: string): InputLines {
  demandLines(given, source);
  const text = given.replaceAll(unseen, '');
  const separator = separatorOfSites(text);
  if (separator !== undefined) return readSiteTable(text, separator, source);
  const sites: Readonly<Record<string, unknown>>[] = [];
  const lineNumbers: number[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    const content = line.replace(/(?:^|\s)#.*$/s, '').trim();
    if (content === '') continue;
    sites.push(readLine(content));
    lineNumbers.push(index + 1);
  }
  return { sites, nameOf: path => nameIn(source, lineNumbers, path) };
}

function readLine(line: string): Readonly<Record<string, unknown>> {
  if (fieldSeparator.test(line)) return siteOfFields(line, siteValue);
  const [address = '', ...fields] = line.split(';');
  if (!isRcLine(address, fields)) return { url: line };
  // With a wrong number of fields the whole line counts as the address, which the schema refuses.
  if (fields.length !== rcFields.length) return { url: line };
  const site: Record<string, unknown> = { url: address };
  for (const [index, { key }] of rcFields.entries()) {
    const value = siteValue(key, fields[index]!.trim());
    if (value !== undefined) site[key] = value;
  }
  return site;
}

/** A `;` in a path belongs to the address (`/a;v=2`), unless three numbers follow. */
function isRcLine(address: string, fields: readonly string[]): boolean {
  if (fields.length === 0) return false;
  const hasNoPath = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/?$/i.test(address);
  return hasNoPath || (fields.length === rcFields.length && fields.every(field => /^\s*-?\d*\s*$/.test(field)));
}

function nameIn(source: string, lineNumbers: readonly number[], [, index, key]: SpecPath): string {
  if (typeof index !== 'number') return source;
  const line = `${source} line ${lineNumbers[index]}`;
  const field = rcFields.find(rcField => rcField.key === key);
  return field === undefined ? line : `${line}: ${field.name}`;
}
