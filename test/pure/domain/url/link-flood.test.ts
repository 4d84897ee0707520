import { describe, expect, it } from 'vitest';
import { LinkBytes } from '../../../../shared/domain/url/link-bytes.ts';
import type { ResolvedLink } from '../../../../shared/domain/url/resolved-link.ts';

const folder = 1;
const link: ResolvedLink = { mark: -1, kind: 'ignored', scheme: 'x' };

describe('texts that a site made to have one hash', () => {
  // With 131,072 of them a search that looks at each would take 8,000,000,000 comparisons and outlast the limit.
  it('are still looked up in a bounded number of steps', { timeout: 60_000 }, () => {
    const bytes = new LinkBytes();
    const texts = textsOfOneHash(17);
    expect(texts).toHaveLength(2 ** 17);
    for (const text of texts) {
      if (bytes.find(folder, text, 0, text.length) === undefined) bytes.add(folder, text, 0, link);
    }
    expect(bytes.size).toBeLessThan(100);
    expect(bytes.find(folder, texts[0]!, 0, texts[0]!.length)).toBe(link);
  });
});

/** 2^steps texts of one FNV-1a hash: each step adds one of two blocks that lead from one state to one state. */
function textsOfOneHash(steps: number): Uint8Array[] {
  let state = Math.imul(folder, 0x9e3779b1);
  let texts: string[] = [''];
  for (let step = 0; step < steps; step += 1) {
    const [first, second, next] = twoBlocks(state);
    texts = texts.flatMap(text => [text + first, text + second]);
    state = next;
  }
  return texts.map(text => Buffer.from(text));
}

function twoBlocks(state: number): [first: string, second: string, next: number] {
  const seen = new Map<number, string>();
  for (let i = 0; ; i += 1) {
    const block = `${i.toString(36)}/${Math.imul(i, 0x9e3779b1).toString(36)}`.padStart(16, '0');
    let next = state;
    for (let at = 0; at < block.length; at += 1) next = Math.imul(next ^ block.charCodeAt(at), 0x01000193);
    const other = seen.get(next);
    if (other !== undefined && other.length === block.length) return [other, block, next];
    seen.set(next, block);
  }
}
