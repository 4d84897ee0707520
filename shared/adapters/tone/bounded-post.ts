import { gatherBytes } from '../../domain/gathered-bytes.ts';
import { ToneFault } from '../../wings/publications/tone/tone-port.ts';

export interface Posted {
  readonly status: number;
  /** At most `mostAnswerBytes`. */
  readonly body: Uint8Array;
}

export interface PostLimits {
  /** For the whole answer. */
  readonly timeoutMs: number;
}

/** An answer of some hundred tokens with all its wrapping has a few kilobytes. */
const mostAnswerBytes = 256 * 1024;

/** Sends JSON and reads the answer. Redirects are answers: texts and keys go nowhere else. Throws `ToneFault`. */
export async function boundedPost(
  url: URL,
  headers: Readonly<Record<string, string>>,
  text: string,
  { timeoutMs }: PostLimits,
): Promise<Posted> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: text, redirect: 'manual', signal });
    const body = await gatherBytes(answer.body, mostAnswerBytes);
    if (body.length > mostAnswerBytes) throw new ToneFault('long', { most: mostAnswerBytes });
    return { status: answer.status, body };
  } catch (error) {
    if (error instanceof ToneFault) throw error;
    if (signal.aborted) throw new ToneFault('slow', { seconds: timeoutMs / 1_000 });
    throw new ToneFault('lost', { code: codeOf(error) });
  }
}

/** The system's code, such as ECONNREFUSED, of an error of `fetch` or what caused it. */
function codeOf(error: unknown): string {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++)
    if ('code' in each && typeof each.code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(each.code)) return each.code;
  return 'unknown';
}
