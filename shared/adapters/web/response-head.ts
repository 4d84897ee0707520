import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { cutText } from '../../domain/cut-text.ts';
import type { Answered, PageHeaders } from '../../domain/http/fetch-answer.ts';
import { parseRetryAfter } from '../../domain/http/retry-after.ts';
import { redirectStatuses } from '../../domain/http/status-names.ts';
import { mayBeWall, wallOfBody, wallOfHead } from '../../domain/http/wall.ts';
import { fieldWithoutUserinfo } from '../../domain/http/without-userinfo.ts';
import { namesAgent, wishFields } from '../../domain/robots/preferences.ts';
import type { FetchRequest } from '../../ports/request-ports.ts';
import { isChunked } from './answer-body.ts';

/** The fields of a status line and header fields that a fetch needs, as the port words them. */
export type ResponseHead = Omit<Answered, 'elapsedMs' | 'sentAt' | 'kind' | 'body' | 'truncated'>;

/** Walls are pages, or what programs read in place of them. */
const wallTypes = /^\s*(?:text\/(?:html|plain)|application\/(?:xhtml\+xml|json))?\s*(?:;|$)/i;

/** Whether the body of an answer without a page is read, since it may show that the answer is a wall, or its price. */
export function mayShowWall({ status, contentType, wall }: ResponseHead, purpose: FetchRequest['purpose']): boolean {
  const isAsked = purpose === 'page' || purpose === 'check';
  if (!isAsked || wall !== undefined) return false;
  return mayTellPrice(status, contentType) || (mayBeWall(status) && wallTypes.test(contentType));
}

/** An answer with the wall or the price that its body shows. A body that is neither a page's nor a wall's is left out. */
export function withWall<Body extends { readonly bytes: Uint8Array }>(
  head: ResponseHead,
  body: Body,
  purpose: FetchRequest['purpose'],
): readonly [ResponseHead, Body] {
  const isRead = purpose === 'page' ? head.wall === undefined : mayShowWall(head, purpose);
  const wall = isRead ? wallOfBody(body.bytes, head.status) : undefined;
  if (wall !== undefined) return [{ ...head, wall }, body];
  const price = mayTellPrice(head.status, head.contentType) ? offerIn(body.bytes) : undefined;
  if (price !== undefined) return [{ price, ...head }, body];
  return mayShowWall(head, purpose) ? [head, { ...body, bytes: new Uint8Array(0), truncated: false }] : [head, body];
}

/** Every field, in order; a field that was sent several times (Set-Cookie) stays several. */
export function allFields(headers: IncomingHttpHeaders): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(each => [name, each] as const),
  );
}

/** Reads the fields as undici gives them: lower-case names, each byte of a value one character. */
export function readHead(status: number, headers: IncomingHttpHeaders): ResponseHead {
  const location = field(headers, 'location');
  const refresh = field(headers, 'refresh');
  const kept = keptHeaders(headers);
  const retryAfter = field(headers, 'retry-after');
  const setCookies = redirectStatuses.has(status) ? [headers['set-cookie'] ?? []].flat() : [];
  const retryAfterMs =
    retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, Date.now(), field(headers, 'date'));
  const wall = wallOfHead(status, name => joined(headers, name));
  const price = priceOfHead(status, name => field(headers, name));
  return {
    status,
    contentType: joined(headers, 'content-type'),
    ...(wall !== undefined && { wall }),
    ...(price !== undefined && { price }),
    ...(location !== undefined && { location: asAddress(location) }),
    ...(setCookies.length > 0 && { setCookies }),
    ...(refresh !== undefined && { refresh: fieldWithoutUserinfo(asUtf8(refresh)) }),
    ...(kept !== undefined && { headers: kept }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const keptNames = [
  'link',
  'content-location',
  'last-modified',
  'etag',
  'date',
  'x-robots-tag',
  ...wishFields,
  'content-language',
] as const satisfies readonly (keyof PageHeaders)[];
/** Of those that hold no address; nobody writes longer ones. */
const longestKept = 500;

function keptHeaders(headers: IncomingHttpHeaders): PageHeaders | undefined {
  let kept: Partial<Record<keyof PageHeaders, string>> | undefined;
  for (const name of keptNames) {
    const value: string | string[] | undefined = headers[name];
    if (value === undefined) continue;
    const holdsAddress = name === 'link' || name === 'content-location';
    const text = asUtf8(Array.isArray(value) ? oneField(name, value) : value);
    kept ??= {};
    kept[name] = holdsAddress ? fieldWithoutUserinfo(text) : cutText(text, longestKept);
  }
  return kept;
}

/** `googlebot: noindex` names the crawler of all that follows in its field: fields for every crawler come before. */
function oneField(name: keyof PageHeaders, values: readonly string[]): string {
  if (name === 'content-location') return values[0]!;
  if (name !== 'x-robots-tag') return values.join(', ');
  return values.toSorted((a, b) => Number(namesAgent(a)) - Number(namesAgent(b))).join(', ');
}

/** The field's value; the first one where it was sent several times. */
function field(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** All codings, in the order of the fields that list them (RFC 9110, section 5.3). */
export function contentEncodingOf(headers: IncomingHttpHeaders): string {
  return joined(headers, 'content-encoding');
}

/** A field that was sent several times is a list. */
function joined(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

/** NaN where the length is not known. */
export function contentLengthOf(headers: IncomingHttpHeaders): number {
  // RFC 9112, section 6.3: chunks count, whatever the length beside them says.
  if (headers['transfer-encoding'] !== undefined && isChunked(headers)) return Number.NaN;
  return Number(field(headers, 'content-length') ?? Number.NaN);
}

/** Bytes that are not UTF-8 stay what they are, as `%XX`: URL would write them as the UTF-8 of Latin-1 characters. */
function asAddress(latin1: string): string {
  const text = asUtf8(latin1);
  return text === latin1
    ? latin1.replace(/[\x80-\xff]/g, byte => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
    : text;
}

/** Servers send UTF-8 in fields that are Latin-1 by RFC 9110, section 5.5; what is not UTF-8 stays Latin-1. */
function asUtf8(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : latin1;
}

const longestPrice = 40;
/** Offers are short; longer texts are none. */
const longestOffer = 20_000;

/**
 * The price of a 402: as `crawler-price` says it (https://developers.cloudflare.com/ai-crawl-control/features/pay-per-crawl/), else
 * the first offer of x402 in `PAYMENT-REQUIRED` (https://www.x402.org).
 */
function priceOfHead(status: number, field: (name: string) => string | undefined): string | undefined {
  if (status !== 402) return undefined;
  const price = field('crawler-price') ?? offerIn(Buffer.from(field('payment-required') ?? '', 'base64'));
  return price && cutText(price, longestPrice);
}

/** Whether the body of the answer has the price, as it has by version 1 of x402. */
function mayTellPrice(status: number, contentType: string): boolean {
  return status === 402 && /[/+]json\b/i.test(contentType);
}

/** The first offer in a JSON text of x402: "0.01 USDC", and amounts of other tokens in their least unit. */
function offerIn(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length > longestOffer) return undefined;
  try {
    const offer = JSON.parse(Buffer.from(bytes).toString())?.accepts?.[0];
    const amount = String(offer?.amount ?? offer?.maxAmountRequired ?? '');
    if (!/^\d{1,30}$/.test(amount)) return undefined;
    const token = String(offer.extra?.name ?? offer.asset ?? '');
    // A dollar of USDC has a million units.
    const text = /^(?:USDC|USD Coin)$/i.test(token) ? `${Number(amount) / 1e6} USDC` : `${amount} ${token}`.trim();
    return cutText(text, longestPrice);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
