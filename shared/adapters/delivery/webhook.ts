import { createHmac, randomBytes } from 'node:crypto';
import { request } from 'undici';
import { parseRetryAfter } from '../../domain/http/retry-after.ts';

/** Where notices are posted. Its address may be a secret itself, as those of chats are. */
export interface Webhook {
  readonly url: string;
  /** `whsec_` and 32 random bytes in base64, as the Standard Webhooks specification names them. */
  readonly secret: string;
}

const [patienceMs, bodyMs] = [15_000, 1_000];
const prefix = 'whsec_';

export function newWebhook(url: string): Webhook {
  return { url, secret: `${prefix}${randomBytes(32).toString('base64')}` };
}

/** The headers by which a receiver knows who sent the text, when, and whether it came before (Standard Webhooks 1.0). */
export function webhookHeaders(
  { secret }: Pick<Webhook, 'secret'>,
  id: string,
  seconds: number,
  body: string,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

/** Status 410: the receiver wants nothing more (Standard Webhooks 1.0). */
export class GoneWebhook extends Error {}

/** The receiver wants to be left alone for a while: `Retry-After`. */
export class BusyWebhook extends Error {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Posts once. Throws where the receiver does not answer with a status of 200 to 299, `GoneWebhook` and `BusyWebhook`; redirects are not followed. */
export async function postWebhook(hook: Webhook, id: string, body: string): Promise<void> {
  const headers = webhookHeaders(hook, id, Math.floor(Date.now() / 1000), body);
  const answer = await request(hook.url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Orbweaver' },
    body,
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: Error) => {
    throw error.name === 'TimeoutError' ? new Error(`no answer within ${patienceMs / 1000} s`) : error;
  });
  // The status is the answer: a body that drips or breaks off changes nothing.
  await answer.body.dump({ limit: 65_536, signal: AbortSignal.timeout(bodyMs) }).catch(() => {});
  if (answer.statusCode === 410) throw new GoneWebhook('status 410: it wants no more');
  if (answer.statusCode >= 200 && answer.statusCode <= 299) return;
  const { location, date = '', 'retry-after': retryAfter } = answer.headers;
  const fault = `status ${answer.statusCode}${location === undefined ? '' : ', which is not followed'}`;
  const waitMs = parseRetryAfter([retryAfter].flat()[0] ?? '', Date.now(), String(date));
  throw waitMs === undefined ? new Error(fault) : new BusyWebhook(fault, waitMs);
}
