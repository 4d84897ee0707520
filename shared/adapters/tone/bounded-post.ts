import { gatherBytes } from '../../domain/gathered-bytes.ts';
import { parseRetryAfter } from '../../domain/http/retry-after.ts';
import { BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { shownValue } from '../../domain/refusal/shown-value.ts';
import { isCount } from '../../domain/spec/fields/is-mapping.ts';
import type { TokenUse } from '../../wings/publications/tone/asked/budget.ts';
import { ToneFault } from '../../wings/publications/tone/tone-port.ts';

export interface Posted {
  readonly status: number;
  /** At most `mostAnswerBytes`. */
  readonly body: Uint8Array;
  /** The pause that the server wants; 0: none. */
  readonly retryAfterMs: number;
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
    const retryAfter = answer.headers.get('retry-after') ?? '';
    return { status: answer.status, body, retryAfterMs: parseRetryAfter(retryAfter, Date.now()) ?? 0 };
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

/** The JSON of an answer. Throws `ToneFault`. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ToneFault('not-json');
  }
}

/** The value at a path of members and places in a JSON value; undefined if there is nothing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** Counts of tokens; undefined if they are no counts. */
export function useOf(input: unknown, output: unknown): TokenUse | undefined {
  return isCount(input) && isCount(output) ? { input, output } : undefined;
}

interface Refusing {
  /** Of the account, the endpoint, the key, the model or the request; they will be the same for each sentence. */
  readonly lasting: readonly number[];
  /** Where an answer has its words about a refusal. */
  readonly path: readonly string[];
  readonly secrets: readonly string[];
}

/** Throws `BadInput` for a status that lasts, `ToneFault` for another one that is no good answer. */
export function demandGood(
  { status, body, retryAfterMs }: Posted,
  url: URL,
  { lasting, path, secrets }: Refusing,
): void {
  if (status >= 200 && status < 300) return;
  if (!lasting.includes(status)) throw new ToneFault('status', { status }, retryAfterMs);
  const told = toldBy(body, path, secrets);
  const address = `${url.origin}${url.pathname}`;
  throw new BadInput([refusal('tone-endpoint-refused', { address, status, ...(told !== '' && { told }) })]);
}

/** The words of a server about its refusal, as a part of one line, without the secrets that were sent to it. */
function toldBy(body: Uint8Array, path: readonly string[], secrets: readonly string[]): string {
  let told: unknown;
  try {
    told = at(JSON.parse(new TextDecoder().decode(body)), ...path);
  } catch {
    return '';
  }
  if (typeof told !== 'string') return '';
  return shownValue(secrets.reduce((text, secret) => text.replaceAll(secret, '…'), told));
}
