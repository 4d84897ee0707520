import { builtInParts, type ResolvedSpec } from './crawl-spec.ts';
import { isMapping } from './fields/is-mapping.ts';

/** Members that every stored spec has besides its sites, by their type. */
const parts: Readonly<Record<'list' | 'text' | 'mapping', readonly (keyof ResolvedSpec)[]>> = {
  list: [
    'include',
    'exclude',
    'allowHosts',
    'plugins',
    'elements',
    ...keysOf(builtInParts).filter(key => key !== 'robots' && key !== 'applications'),
  ],
  text: ['userAgent', 'contact', 'robots', 'duplicates', 'schemes', 'rule', 'topic', 'profile', 'groupBy'],
  mapping: ['normalization', 'ruleOptions'],
};

function keysOf<T extends object>(value: T): (keyof T)[] {
  return Object.keys(value) as (keyof T)[];
}

/** Whether a value has the members of a resolved spec with the right types. Their contents are not checked. */
export function hasPartsOfSpec(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { sites } = value;
  return (
    isListOf(isSite)(sites) &&
    (sites as readonly unknown[]).length > 0 &&
    parts.list.every(key => isListOf(isText)(value[key])) &&
    parts.text.every(key => isText(value[key])) &&
    parts.mapping.every(key => isMapping(value[key]))
  );
}

function isSite(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { number, url, name, shortName } = value;
  return Number.isSafeInteger(number) && [url, name, shortName].every(isText) && URL.canParse(String(url));
}

function isListOf(isOne: (value: unknown) => boolean): (value: unknown) => boolean {
  return value => Array.isArray(value) && value.every(isOne);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
