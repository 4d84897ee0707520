import type { SkipReason } from '../skip-reason.ts';

/** Why an address gave no page (docs/formats/tables.md, "Classes of refusals"). Blocked is not dead. */
export const refusalClasses = ['wall', 'refused', 'payment', 'gone', 'error'] as const;
export type RefusalClass = (typeof refusalClasses)[number];

/** The class of an answer without a page, by its status. 999: LinkedIn's answer to robots. */
export function refusalOfStatus(status: number): RefusalClass {
  if (status === 401 || status === 403 || status === 429 || status === 999) return 'refused';
  if (status === 402) return 'payment';
  return status === 404 || status === 410 ? 'gone' : 'error';
}

/** How each reason is reported where there is no answer to name: an address with another reason did not fail. */
export const failures: Readonly<Partial<Record<SkipReason, string>>> = {
  wall: 'wall',
  'http-status': 'no page',
  dns: 'no such host',
  network: 'connection failed',
  timeout: 'no answer in time',
  tls: 'no secure connection',
  protocol: 'no HTTP',
  'private-address': 'not on the public Internet',
  decode: 'content that cannot be decoded',
  redirects: 'redirects without end',
  'bad-location': 'redirects to no address',
};

/** The class of an address that failed; undefined for others. */
export function refusalOfSkip(reason: SkipReason, status: number | undefined): RefusalClass | undefined {
  if (reason === 'wall') return 'wall';
  if (reason === 'http-status') return refusalOfStatus(status ?? 0);
  return reason in failures ? 'error' : undefined;
}
