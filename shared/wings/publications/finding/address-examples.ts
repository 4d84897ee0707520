import { shapeOf } from './address-shape.ts';
import type { AddressKind } from './publication-rules.ts';
import type { AddressExample } from './source-findings.ts';

const mostPublications = 6;
const mostOfKind = 3;
const mostOfShape = 3;
const mostKnown = 60;

/** Some addresses of each shape: they teach what all of them teach. */
export function someOfEach(addresses: Iterable<string>): readonly string[] {
  const shapes = [...Map.groupBy(addresses, shapeOf).values()];
  return shapes.flatMap(some => some.slice(0, mostOfShape)).slice(0, mostKnown);
}

/** Some addresses of a source, so that a person sees what is taken for a publication and what is not: the first of each kind. */
export function addressExamples(
  addresses: Iterable<string>,
  kindOf: (address: string) => AddressKind,
): readonly AddressExample[] {
  const byKind = new Map<AddressKind, string[]>();
  for (const address of addresses) {
    const kind = kindOf(address);
    const some = byKind.get(kind) ?? [];
    if (some.length < (kind === 'publication' ? mostPublications : mostOfKind)) byKind.set(kind, [...some, address]);
  }
  const ordered = [...byKind].toSorted(([a], [b]) => Number(b === 'publication') - Number(a === 'publication'));
  return ordered.flatMap(([kind, some]) => some.map(address => ({ address, kind })));
}
