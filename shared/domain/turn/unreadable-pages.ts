import type { Outcome } from '../protocol/crawl-state.ts';

/** What becomes of a page that was fetched and cannot be read. */
const unreadable: Outcome = { kind: 'skipped', reason: 'parser', status: 200 };

/** `outcomes` of a turn without its unreadable pages. */
export function withoutPages(outcomes: readonly Outcome[], pages: readonly number[]): readonly Outcome[] {
  const left = new Set(pages);
  return outcomes.map((outcome, index) => (left.has(index) && outcome.kind === 'node' ? unreadable : outcome));
}
