import type { Outcome } from './crawl-state.ts';

/** Outcome of a fetched page that cannot be read. */
const unreadable: Outcome = { kind: 'skipped', reason: 'parser', status: 200 };

/** `outcomes` of a turn, with those of unreadable pages replaced. */
export function withoutPages(outcomes: readonly Outcome[], pages: readonly number[]): readonly Outcome[] {
  const left = new Set(pages);
  return outcomes.map((outcome, index) => (left.has(index) && outcome.kind === 'node' ? unreadable : outcome));
}
