import { arcsOf, type SiteArcs } from './fragment.ts';

/**
 * Weakly connected components by union-find: of each site its component's number from 1 (the largest first, of equal ones
 * that with the least name), and the sizes in that order.
 */
export function weakComponents(
  arcs: SiteArcs,
  names: readonly string[],
): { readonly numbers: Uint32Array; readonly sizes: readonly number[] } {
  const parents = Uint32Array.from(names, (_, site) => site);
  const rootOf = (site: number): number => {
    let at = site;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  for (const { source, target } of arcsOf(arcs)) parents[rootOf(source)] = rootOf(target);
  const found = new Map<number, { root: number; size: number; name: string }>();
  for (const [site, name] of names.entries()) {
    const root = rootOf(site);
    const component = found.get(root) ?? { root, size: 0, name };
    component.size += 1;
    if (name < component.name) component.name = name;
    found.set(root, component);
  }
  const sorted = [...found.values()].sort((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1));
  const numberOf = new Map(sorted.map(({ root }, index) => [root, index + 1]));
  return {
    numbers: Uint32Array.from(names, (_, site) => numberOf.get(rootOf(site))!),
    sizes: sorted.map(({ size }) => size),
  };
}
