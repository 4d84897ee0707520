import { defined } from '../../domain/defined.ts';
import { cookiesFor } from '../../domain/http/gates/gate-walk.ts';
import { isHostFailure, probeDelayMs } from '../../domain/protocol/circuit.ts';
import { classifyAnswer } from '../../domain/protocol/classify-answer.ts';
import { noAnswerOf } from '../../domain/protocol/no-answer.ts';
import { protocol } from '../../domain/protocol/protocol.ts';
import { kindOf } from '../../domain/spec/crawl-kind.ts';
import { type LeavePlan, requestOne } from './leave-plan.ts';
import type { TurnView } from './turn.ts';

/**
 * Probes a host in trouble by a request of its start page. Any answer below 500 except 429 closes the circuit
 * (`undefined`: continue). Otherwise the turn ends and the next probe waits, from 30 s doubling to 1 h. After ten
 * probes the site counts as not available.
 */
export async function probeHost(view: TurnView): Promise<LeavePlan | undefined> {
  const { row, turn } = view;
  const { clock, log } = turn.worker.ports;
  // At other hosts than that of the start page only this address is surely allowed.
  const address = row === view.home ? row.start : `${row.origin}/robots.txt`;
  const most = row === view.home ? protocol.maxProbes : protocol.maxProbesBeside;
  const entry = { identity: address, address, attempt: 1, via: [], foundOn: '' };
  const cookie = await cookiesFor(view.home.jar ?? [], address, clock.now());
  const answer = await requestOne(view, { address, cookie, purpose: 'page', ...defined({ rules: row.robots?.hash }) });
  if (answer === undefined) return { patch: {}, waitMs: 0 };
  if (!isHostFailure(classifyAnswer(entry, answer))) return undefined;
  const probes = (row.trouble.probes ?? 0) + 1;
  const { ends } = kindOf(view.crawl.spec);
  const text = `probe ${probes}${ends ? ` of ${most}` : ''} of the host failed`;
  log.note({ time: clock.now(), site: row.site, text });
  const { noAnswer: _, ...before } = row.trouble;
  const trouble = { ...before, probes, ...noAnswerOf(address, answer) };
  if (probes >= most && ends) return { patch: { status: 'not-available', trouble }, waitMs: 0 };
  const retryAfterMs = answer.kind === 'answered' ? (answer.retryAfterMs ?? 0) : 0;
  return { patch: { trouble }, waitMs: probeDelayMs(probes, retryAfterMs), retryAfterMs };
}
