import { listedAddress } from '../addresses.ts';
import { isObject, type Json } from '../extraction/metadata/json-ld.ts';
import { type StateScript, stateValues } from '../extraction/metadata/state-values.ts';
import { hasVariable, shapeOf } from './address-shape.ts';

/** A publication that only the data of a page name. */
export interface DataLink {
  readonly address: string;
  readonly text: string;
}

/** Objects of the data of one page, and links. */
const most = { values: 50_000, links: 500 };
const shortestHeadline = 25;
const longestHeadline = 300;
const addressKey =
  /^(?:url|href|link|to|path|pathname|permalink|uri|canonical(?:url)?|full_?url|web_?url|page_?url|as)$/i;
const titleKey = /^(?:head(?:line|ing)|title|name|caption|label)$/i;

/** Headlines with their addresses in the data of a page, as programs draw lists of them. `base`: the address of the page. */
export function dataLinks(scripts: readonly StateScript[], base: string): readonly DataLink[] {
  const found = new Map<string, DataLink>();
  const waiting: Json[] = stateValues(scripts).map(({ value }) => value);
  for (let at = 0; at < waiting.length && at < most.values && found.size < most.links; at += 1) {
    const value = waiting[at]!;
    const link = isObject(value) ? linkOf(value, base) : undefined;
    if (link !== undefined && !found.has(link.address)) found.set(link.address, link);
    for (const member of Object.values(value as object) as Json[])
      if (typeof member === 'object' && member !== null && waiting.length < most.values) waiting.push(member);
  }
  return [...found.values()];
}

function linkOf(object: Readonly<Record<string, Json>>, base: string): DataLink | undefined {
  const members = Object.entries(object);
  const text = members.find(([key, value]) => titleKey.test(key) && isHeadline(value))?.[1];
  if (typeof text !== 'string') return undefined;
  const inner = members.flatMap(([key, value]) =>
    addressKey.test(key) && isObject(value) ? Object.entries(value) : [],
  );
  for (const [key, value] of [...members, ...inner]) {
    if (!addressKey.test(key) || typeof value !== 'string' || !/^(?:\/|https?:)/.test(value)) continue;
    const address = listedAddress(value, base);
    if (address !== undefined && hasVariable(shapeOf(address))) return { address, text };
  }
  return undefined;
}

function isHeadline(value: Json): boolean {
  return typeof value === 'string' && value.length >= shortestHeadline && value.length <= longestHeadline;
}
