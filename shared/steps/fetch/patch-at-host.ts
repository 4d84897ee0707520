import type { SitePatch } from '../../ports/ports.ts';
import type { TurnView } from './turn.ts';

/**
 * Puts the new state of the turn's host into the row of the site or of the host. The failure of a start page belongs to
 * the site.
 */
export function patchAtHost({ row, home, isDown }: TurnView, patch: SitePatch): SitePatch {
  if (row === home) return patch;
  const { robots, trouble = row.trouble, ...site } = patch;
  const { startFailed: _, startSkipped, ...ofHost } = trouble;
  const noAnswer = ofHost.noAnswer === undefined ? {} : { noAnswer: ofHost.noAnswer };
  const start = startSkipped === undefined ? {} : { trouble: { ...home.trouble, startSkipped, ...noAnswer } };
  const known = robots ?? row.robots;
  const host = { trouble: ofHost, ...(known !== undefined && { robots: known }), ...(isDown && { isDown }) };
  return { ...site, ...start, hosts: [{ origin: row.origin, ...host }] };
}

/** An unavailable host does not end a site with several hosts: its pages are skipped without a request. */
export function planAtHost<Plan extends { readonly patch: SitePatch }>(
  view: TurnView,
  plan: Plan,
): { readonly view: TurnView; readonly plan: Plan } {
  const { status, ...patch } = plan.patch;
  if (view.row === view.home || status === undefined) return { view, plan };
  return { view: { ...view, isDown: true }, plan: { ...plan, patch } };
}
