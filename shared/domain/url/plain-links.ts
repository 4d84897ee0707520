import type { NormalizationRules } from './normalization-rules.ts';
import { createNormalizer } from './normalize.ts';
import { maxUrlLength } from './traps.ts';

/**
 * The short way for most links of most sites: addresses made only of characters that the URL standard's parser and
 * every rule of normalization leave as they are, so that resolving is joining two strings.
 * Not plain, and so left to the long way: `%`, `;`, `?`, `#`, `:`, `\`, empty segments, segments that begin with a dot
 * (but for leading `../`), anything not ASCII, and whatever is longer than an address may be.
 */
function patternsOf(letters: string) {
  const segment = `[${letters}0-9_~!$&'()*+,=@-][${letters}0-9_~!$&'()*+,=@.-]*`;
  return {
    path: new RegExp(`^/(?:${segment}/)*(?:${segment})?$`),
    relative: new RegExp(`^(?:\\.\\./)*(?:${segment}/)*(?:${segment})?$`),
  };
}

const anyCase = patternsOf('A-Za-z');
const lowerCase = patternsOf('a-z');

export interface PlainResolver {
  /** Whether `address` is an absolute address of the site and its own identity. */
  isPlain(address: string): boolean;
  /** Whether `folder`, which ends in `/`, is plain but for this slash. */
  isPlainFolder(folder: string): boolean;
  /**
   * What `raw` is for pages of `folder`, which is a plain folder: an absolute address that is its own identity,
   * or undefined where the long way must be gone.
   */
  resolve(raw: string, folder: string): string | undefined;
}

/** For the site of an `origin` as `URL.origin` gives it. */
export function createPlainResolver(origin: string, rules: NormalizationRules): PlainResolver {
  const sitePrefix = `${origin}/`;
  const isOriginPlain = createNormalizer(rules)(new URL(origin)) === sitePrefix;
  const patterns = rules.lowerCase ? lowerCase : anyCase;
  const keepsEnd = (address: string) =>
    !(rules.trailingSlash && wantsSlash(address)) &&
    !(rules.dropFinalSlash && address.endsWith('/') && address.length > sitePrefix.length);
  const isPlainFolder = (address: string) =>
    isOriginPlain &&
    address.length <= maxUrlLength &&
    address.startsWith(sitePrefix) &&
    patterns.path.test(address.slice(origin.length));
  const isPlain = (address: string) => isPlainFolder(address) && keepsEnd(address);

  return {
    isPlain,
    isPlainFolder,
    resolve: (raw, folder) => {
      if (raw === '' || raw.length > maxUrlLength) return undefined;
      if (patterns.relative.test(raw)) {
        const address = joined(folder, raw, origin.length);
        return keepsEnd(address) ? address : undefined;
      }
      const address = raw.startsWith('/') ? origin + raw : raw;
      return isPlain(address) ? address : undefined;
    },
  };
}

/** `folder` and `relative`, each leading `../` going one folder up, at the root (from `pathStart`) none. */
function joined(folder: string, relative: string, pathStart: number): string {
  let end = folder.length;
  let start = 0;
  while (relative.startsWith('../', start)) {
    start += 3;
    if (end > pathStart + 1) end = folder.lastIndexOf('/', end - 2) + 1;
  }
  return folder.slice(0, end) + relative.slice(start);
}

function wantsSlash(address: string): boolean {
  return !address.includes('.', address.lastIndexOf('/') + 1) && !address.endsWith('/');
}
