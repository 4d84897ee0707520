import type { SiteRow } from '../../../domain/protocol/crawl-state.ts';

/**
 * A site that has waited this long for its host no longer holds up the budget (docs/decisions/sets.md, "A shared budget asks a rule"). Longer than the
 * first waits of a circuit (30 s, 60 s), so that a short failure changes no decision.
 */
const longSilenceMs = 90_000;

/** Whether the site waits for its host for long: it is in trouble, or said when to come again. */
export function isHostSilent({ trouble: { hold } }: Pick<SiteRow, 'trouble'>, now: number): boolean {
  return hold !== undefined && hold.until - now > longSilenceMs;
}

/** Whether nothing keeps the site from its host: no circuit is open, and no wait is left. */
export function isHostWell({ trouble }: Pick<SiteRow, 'trouble'>, now: number): boolean {
  const { probes, robotsFailures, hold } = trouble;
  return probes === undefined && robotsFailures === undefined && (hold === undefined || hold.until <= now);
}
