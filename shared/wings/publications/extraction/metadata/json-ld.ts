export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Objects of one script; a graph with more is cut. */
const mostObjects = 500;

/**
 * The objects of one JSON-LD script, those of its graphs and lists among them. Repairs what templates break: control characters,
 * comments of HTML around it, commas before a closing bracket. A script that is no JSON even so gives nothing.
 */
export function readJsonLd(script: string): readonly JsonObject[] {
  const value = parsed(script);
  const found: JsonObject[] = [];
  const waiting: Json[] = value === undefined ? [] : [value];
  while (waiting.length > 0 && found.length < mostObjects) {
    const next = waiting.shift()!;
    if (isList(next)) waiting.push(...next.slice(0, mostObjects));
    else if (isObject(next)) {
      found.push(next);
      for (const name of ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart']) {
        const inner = next[name];
        if (inner !== undefined && typeof inner === 'object' && inner !== null) waiting.push(inner);
      }
    }
  }
  return found;
}

function parsed(script: string): Json | undefined {
  const text = script
    .replace(
      /^\s*(?:<!--\/\/--><!\[CDATA\[\/\/><!--|<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[|\/\/\s*<!\[CDATA\[)|(?:\/\/--><!\]\]>|-->|\]\]>|\/\/\s*\]\]>|\/\*\s*\]\]>\s*\*\/)\s*;?\s*$/g,
      '',
    )
    .trim();
  for (const repair of [same, withoutControls, withoutCommas]) {
    try {
      return JSON.parse(repair(text)) as Json;
    } catch {
      // The next repair may help.
    }
  }
  return undefined;
}

function same(text: string): string {
  return text;
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is repaired
  return text.replace(/[\u0000-\u001f]+/g, ' ').replace(/;\s*$/, '');
}

function withoutCommas(text: string): string {
  return withoutControls(text).replace(/,\s*(?=[}\]])/g, '');
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A value as a list: a single one is a list of one. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return isList(value) ? value : [value];
}

/** The types of an object, without the address of the vocabulary. */
export function typesOf(object: JsonObject): readonly string[] {
  return listOf(object['@type']).map(type => String(type).replace(/^.*[/#:]/, ''));
}

/** The string under a name, entities of HTML in it left; undefined for anything else and for blanks. */
export function stringOf(object: JsonObject, name: string): string | undefined {
  const value = listOf(object[name])[0];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
