import { looksLikeId } from './session-ids.ts';

/** A parameter that may hold session ids, and an address with it. */
export interface UnknownIds {
  readonly parameter: string;
  readonly example: string;
}

/** Least number of pages with addresses that differ in this parameter alone; an article's id occurs on one page. */
const fewest = 3;
const fewestPages = 3;
const mostGroups = 10_000;
const parameters = /[?&;]([^?&;=/#]{1,64})=([^?&;/#]{16,64})(?=[?&;/#]|$)/g;

/** The first parameter with id-like values in which alone addresses of several pages differ. */
export function unknownIdsIn(addresses: Iterable<string>): UnknownIds | undefined {
  const groups = new Map<string, Set<string>>();
  const pages = new Map<string, number>();
  for (const address of addresses) {
    if (!address.includes('=')) continue;
    for (const [whole, parameter = '', value = ''] of address.matchAll(parameters)) {
      if (!looksLikeId(value)) continue;
      const group = `${parameter} ${address.replace(whole, '')}`;
      const values = groups.get(group) ?? new Set();
      if (values.size < fewest && values.add(value).size === fewest) {
        pages.set(parameter, (pages.get(parameter) ?? 0) + 1);
        if (pages.get(parameter) === fewestPages) return { parameter, example: address };
      }
      if (groups.size < mostGroups) groups.set(group, values);
    }
  }
  return undefined;
}
