import type { SitePatch } from '../../ports.ts';
import type { TurnView } from './turn.ts';

/** What the turn learnt of its host, written where it belongs. That a start page failed is the site's own matter. */
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

/** A host that is not available does not end its site: its pages are skipped from now on, without a request. */
export function planAtHost<Plan extends { readonly patch: SitePatch }>(
  view: TurnView,
  plan: Plan,
): { readonly view: TurnView; readonly plan: Plan } {
  const { status, ...patch } = plan.patch;
  if (view.row === view.home || status === undefined) return { view, plan };
  return { view: { ...view, isDown: true }, plan: { ...plan, patch } };
}
