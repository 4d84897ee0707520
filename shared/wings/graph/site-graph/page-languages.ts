import type { Languages } from '../../../report/summary.ts';
import type { GraphNode, SiteGraph } from './graph.ts';

const mostLanguages = 20;

/** Undefined: no page has one. */
export function languagesOf(graph: Pick<SiteGraph, 'nodes'>): Languages | undefined {
  const counts = { declared: new Map<string, number>(), detected: new Map<string, number>() };
  for (const { facts } of graph.nodes()) {
    add(counts.declared, primaryLanguage(facts));
    add(counts.detected, facts?.detected);
  }
  if (counts.declared.size + counts.detected.size === 0) return undefined;
  const most = (by: ReadonlyMap<string, number>) => Object.fromEntries(mostFrequent(by).slice(0, mostLanguages));
  return { declared: most(counts.declared), detected: most(counts.detected) };
}

function add(counts: Map<string, number>, name: string | undefined): void {
  if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The largest count first, of equal ones by name. */
export function mostFrequent(counts: ReadonlyMap<string, number>): readonly (readonly [name: string, count: number])[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** The primary subtag of the language that a page declares, in lower case. */
export function primaryLanguage(facts: GraphNode['facts']): string | undefined {
  return /^[a-z]{2,8}/i.exec(facts?.language ?? '')?.[0].toLowerCase();
}
