import { expect, test } from 'vitest';
import { linkArcs, typedLink } from '../../../../shared/wings/graph/site-graph/link-arcs.ts';
import { LinkLists } from '../../../../shared/wings/graph/site-graph/link-lists.ts';

const nodes = 1_500;
const linksOfNode = 4_000;
/** A large prime: links of a page lie far from each other, so most take three bytes. */
const step = 999_983;
const addresses = 2 ** 20;

/** Some 17 MB. The lists are in another order than their nodes; one is longer than a block of memory, and some are empty. */
function manyLists(withTypes: boolean): { readonly lists: Uint32Array; readonly links: LinkLists } {
  const links = new LinkLists();
  const lists = new Uint32Array(nodes);
  for (let i = 0; i < nodes; i += 1) {
    const node = (i * 7) % nodes;
    const count = i === 40 ? 500_000 : i % 50 === 3 ? 0 : linksOfNode;
    links.begin({ count, isTyped: withTypes });
    for (let link = 0; link < count; link += 1) {
      const address = ((node + 1) * (link + 1) * step) % addresses;
      links.push(withTypes ? typedLink(address, link % 4) : address);
    }
    lists[node] = links.end();
  }
  return { lists, links };
}

test.each([
  ['links', false],
  ['links with types', true],
])('arcs of many %s are the same where the memory of the lists is given back meanwhile', (_, withTypes) => {
  const { lists, links } = manyLists(withTypes);
  const nodeOf = Int32Array.from({ length: addresses }, (__, address) => (address % 3 === 0 ? address % nodes : -1));
  // As where a person has deleted pages: the site is built twice, and only the second time is the last.
  const kept = linkArcs(lists, links, nodeOf, { withTypes });
  const before = process.memoryUsage().arrayBuffers;
  const last = linkArcs(lists, links, nodeOf, { withTypes, isLast: true });
  expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(4 << 20);
  expect(kept.length).toBeGreaterThan(nodes * 100);
  for (const name of ['offsets', 'targets', 'weights', 'types'] as const)
    expect(Buffer.compare(bytesOf(kept[name]), bytesOf(last[name]))).toBe(0);
  // A list that is gone is no empty list.
  expect(() => linkArcs(lists, links, nodeOf, { withTypes })).toThrow('there is no byte');
});

function bytesOf(numbers: Uint32Array | Uint8Array | undefined): Buffer {
  return numbers === undefined ? Buffer.alloc(0) : Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
