import { sha256Pattern } from '../packed-bytes.ts';
import type { FetchResult } from '../protocol/classify-answer.ts';
import type { ChunkEntry, Outcome } from '../protocol/crawl-state.ts';
import { skipReasons } from '../skip-reason.ts';
import type { EarlierPage } from './kept-page.ts';
import { keptResult } from './unchanged-page.ts';

/** A finished address with its outcome. */
export interface KnownEntry extends Pick<ChunkEntry, 'identity' | 'address'> {
  readonly site: number;
  readonly outcome: Outcome;
}

/**
 * The result in place of a request. A duplicate has no content: a reader that needs it must request the page. `pageOf`
 * gives the page as it was read. Undefined if the address must be requested, or if no crawl writes such an outcome.
 */
export function knownResult(outcome: Partial<Outcome>, pageOf: () => EarlierPage | undefined): FetchResult | undefined {
  switch (outcome.kind) {
    case 'node': {
      const page = pageOf();
      return page === undefined ? undefined : keptResult(page);
    }
    case 'duplicate':
      return outcome.hash !== undefined && sha256Pattern.test(outcome.hash) ? unreadPage(outcome.hash) : undefined;
    case 'redirect': {
      const { status = 302, target = '' } = outcome;
      return /^https?:/.test(target) && URL.canParse(target) ? { kind: 'redirect', status, target } : undefined;
    }
    case 'skipped':
      return skipReasons.includes(outcome.reason!) ? (outcome as FetchResult & { kind: 'skipped' }) : undefined;
    default:
      return undefined;
  }
}

function unreadPage(hash: string): FetchResult {
  const unchanged = { by: 'not-loaded', hash, bytes: 0 } as const;
  return { kind: 'page', contentType: 'text/html', body: new Uint8Array(0), unchanged };
}

/** Whether only the hash of a page's content is known. */
export function lacksBody(result: FetchResult): boolean {
  return result.kind === 'page' && result.unchanged !== undefined && result.body.byteLength === 0;
}
