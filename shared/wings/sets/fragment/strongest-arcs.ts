import { arcsOf, type SiteArc, type SiteArcs } from './fragment.ts';

/** Those with the most links, of equal ones the first; never more than a few times `most` are held. */
export function strongestArcs(arcs: SiteArcs, most: number): SiteArc[] {
  let found: SiteArc[] = [];
  for (const arc of arcsOf(arcs)) {
    found.push(arc);
    if (found.length === 4 * most) found = strongest(found, most);
  }
  return strongest(found, most);
}

/** The sort is stable, and arcs come in their order. */
function strongest(arcs: readonly SiteArc[], most: number): SiteArc[] {
  return arcs.toSorted((a, b) => b.links - a.links).slice(0, most);
}
