import type { RequestFault } from '../../../domain/http/request-fault.ts';
import { type Refusal, refusal } from '../../../domain/refusal/refusal.ts';
import { hostAndPort } from '../../../domain/spec/site-address.ts';
import type { SourceFindings } from './source-findings.ts';

/** Whether a watch of it would look at something, or could once a person has switched it on. */
export function isWorthWatching({ entries }: Pick<SourceFindings, 'entries'>): boolean {
  return entries.some(({ on, kind }) => on || kind === 'traversal');
}

/** Why there is nothing to watch at a source, and what is allowed. `fault`: why a host gave no answer, if one gave none. */
export function whyNothing(found: SourceFindings, fault?: RequestFault): Refusal {
  const { source: url, state, address: to, status } = found;
  if (state === 'moved') return refusal('source-moved', { url, to });
  if (state === 'challenge') return refusal('source-challenges', { url });
  if (state === 'refused') return refusal('source-refuses', { url, why: `HTTP ${status}` });
  if (state === 'not-available') return withoutPage(found, fault);
  const { file, 'other-host': elsewhere } = found.addresses;
  if (file > 0 && file >= elsewhere) return refusal('only-files-at-source', { url, count: file });
  if (elsewhere > 0) return refusal('only-elsewhere-at-source', { url, count: elsewhere });
  // A later request may be answered with the document.
  const failed = found.tried.find(
    ({ outcome, status = 0 }) => outcome === 'status' && (status === 429 || status >= 500),
  );
  if (failed !== undefined)
    return refusal('source-in-trouble', { url, file: failed.address, why: `HTTP ${failed.status}` });
  return refusal('nothing-at-source', { url });
}

function withoutPage({ source: url, status, tried }: SourceFindings, fault: RequestFault | undefined): Refusal {
  if (status !== undefined) return refusal('source-without-page', { url, why: `HTTP ${status}` });
  const outcome = tried.find(({ address }) => address === url)?.outcome;
  if (outcome === 'private-address') {
    // The last failure may be that of a different request.
    const refused = fault?.reason === outcome ? fault : undefined;
    const host = refused?.host ?? hostAndPort(new URL(url));
    return refusal('source-private', { url, host, why: refused?.why ?? host });
  }
  if (outcome === 'robots' && fault === undefined) return refusal('source-forbidden', { url });
  return refusal('source-without-page', { url, why: fault?.why ?? 'no answer' });
}
