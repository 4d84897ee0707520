import { hash } from 'node:crypto';
import { latin1 } from '../latin1.ts';
import { patternOf } from '../url/traps.ts';

/** Most bytes of a page for its signature. */
const mostBytes = 500_000;
const mostTags = 5_000;
const structure = /<(body|main|section|article|aside|nav|header|footer|form|div|script)\b([^<>]{0,2000})>/gi;
const naming = /\b(?:class|id|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/**
 * Key of the template that a page was made from: the pattern of its address without the last segment of the path, and
 * the names of tags and classes in it. How often a name occurs does not matter, so lists of any length have one
 * template.
 */
export function templateOf(identity: string, body: Uint8Array): string {
  const pattern = patternOf(identity).replace(/[^/?]*(\.\w{1,5})?(?=\?|$)/, '*$1');
  return hash('sha256', `${pattern} ${signatureOf(body)}`).slice(0, 24);
}

function signatureOf(body: Uint8Array): string {
  const text = latin1(body, 0, Math.min(body.byteLength, mostBytes));
  const names = new Set<string>();
  let tags = 0;
  for (const [, tag, attributes] of text.matchAll(structure)) {
    tags += 1;
    if (tags > mostTags) break;
    const own = Array.from(attributes!.matchAll(naming), ([, double, single, bare]) => double ?? single ?? bare ?? '');
    names.add(`${tag!.toLowerCase()} ${own.join(' ').replaceAll(/\d+/g, 'N')}`);
  }
  return [...names].sort().join('\n');
}
