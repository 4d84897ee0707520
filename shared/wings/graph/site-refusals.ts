import { type ExternalCheck, refusalOfCheck } from '../../domain/protocol/external-check.ts';
import { type RefusalClass, refusalOfSkip } from '../../domain/protocol/refusal-class.ts';
import type { CheckedFigures, Refusals, WalledHost } from '../../report/summary.ts';
import type { SiteReading } from './read-site.ts';

/** A larger share of a host's answers is worth a notice. */
const fewWalls = 0.05;

/** Failed addresses of a site by class, and hosts behind walls. */
export function refusalsOf({ graph, otherPages, skipped }: SiteReading['results']): CheckedFigures {
  const counts = new RefusalCounts();
  for (const { url } of graph.nodes()) counts.answered(url);
  for (const { url, outcome } of otherPages())
    if (outcome === 'redirect' || outcome === 'duplicate') counts.answered(url);
  for (const { url, reason, status } of skipped()) counts.add(url, refusalOfSkip(reason, status), status !== undefined);
  return counts.figures();
}

/** The same of the external addresses of a site that were checked. */
export function checkedRefusals(
  { site }: Pick<SiteReading, 'site'>,
  checks: ReadonlyMap<string, ExternalCheck> | undefined,
): CheckedFigures | undefined {
  if (checks === undefined) return undefined;
  const counts = new RefusalCounts();
  for (const [url] of site.externals) {
    const check = checks.get(url);
    if (check !== undefined) counts.add(url, refusalOfCheck(check), /^\d{3}\b/.test(check.status));
  }
  return counts.figures();
}

class RefusalCounts {
  readonly #classes: Partial<Record<RefusalClass, number>> = {};
  readonly #hosts = new Map<string, { walls: number; answers: number }>();

  answered(url: string): void {
    this.#at(url).answers += 1;
  }

  add(url: string, refusal: RefusalClass | undefined, isAnswered: boolean): void {
    if (refusal !== undefined) this.#classes[refusal] = (this.#classes[refusal] ?? 0) + 1;
    if (isAnswered) this.answered(url);
    if (refusal === 'wall') this.#at(url).walls += 1;
  }

  /** Hosts with most walls come first. */
  figures(): { readonly refusals: Refusals; readonly walled: readonly WalledHost[] } {
    const walled = Array.from(this.#hosts, ([host, counts]) => ({ host, ...counts }))
      .filter(({ walls, answers }) => walls > fewWalls * answers)
      .sort((a, b) => b.walls - a.walls || (a.host < b.host ? -1 : 1));
    return { refusals: this.#classes, walled };
  }

  #at(url: string): { walls: number; answers: number } {
    const host = url.split('/', 3)[2]!;
    const counts = this.#hosts.get(host) ?? { walls: 0, answers: 0 };
    this.#hosts.set(host, counts);
    return counts;
  }
}
