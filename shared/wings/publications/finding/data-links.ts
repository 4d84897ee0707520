import { listedAddress } from '../addresses.ts';
import { isObject, type Json } from '../extraction/metadata/json-ld.ts';
import { type StateScript, stateValues } from '../extraction/metadata/state-values.ts';
import { hasVariable, shapeOf } from './address-shape.ts';
import { isLongAsHeadline } from './headline-length.ts';

/** A publication that only the data of a page name. */
export interface DataLink {
  readonly address: string;
  readonly text: string;
}

/** Objects of the data of one page, and links. */
const most = { values: 50_000, links: 500 };
const longestHeadline = 300;
const addressKey =
  /^(?:url|href|link|to|path|pathname|permalink|uri|canonical(?:url)?|full_?url|web_?url|page_?url|as)$/i;
const titleKey = /^(?:head(?:line|ing)|title|name|caption|label)$/i;

/** Headlines with their addresses in the data of a page, as programs draw lists of them. `base`: the address of the page. */
export function dataLinks(scripts: readonly StateScript[], base: string): readonly DataLink[] {
  const found = new Map<string, DataLink>();
  for (const value of objectsIn(stateValues(scripts).map(each => each.value))) {
    if (found.size >= most.links) break;
    const link = isObject(value) ? linkOf(value, base) : undefined;
    if (link === undefined || link.text === '' || found.has(link.address)) continue;
    if (hasVariable(shapeOf(link.address))) found.set(link.address, link);
  }
  return [...found.values()];
}

/** All objects and lists in `values`, level by level, as far as there are not too many. */
export function* objectsIn(values: readonly Json[]): Generator<Json> {
  const waiting = values.filter(value => typeof value === 'object' && value !== null);
  for (let at = 0; at < waiting.length; at += 1) {
    yield waiting[at]!;
    for (const member of Object.values(waiting[at] as object) as Json[])
      if (typeof member === 'object' && member !== null && waiting.length < most.values) waiting.push(member);
  }
}

/** The address that an object has, by the names of its members, and its headline; '' without one. */
export function linkOf(object: Readonly<Record<string, Json>>, base: string): DataLink | undefined {
  const members = Object.entries(object);
  const [, text = ''] = members.find(([key, value]) => titleKey.test(key) && isHeadline(value)) ?? [];
  const inner = members.flatMap(([key, value]) =>
    addressKey.test(key) && isObject(value) ? Object.entries(value) : [],
  );
  const addresses = [...members, ...inner].flatMap(([key, value]) =>
    addressKey.test(key) && typeof value === 'string' && /^(?:\/|https?:)/.test(value)
      ? (listedAddress(value, base) ?? [])
      : [],
  );
  const address = addresses.find(each => hasVariable(shapeOf(each))) ?? addresses[0];
  return address === undefined ? undefined : { address, text: text as string };
}

function isHeadline(value: Json): boolean {
  return typeof value === 'string' && isLongAsHeadline(value) && value.length <= longestHeadline;
}
