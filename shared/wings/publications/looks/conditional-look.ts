import { conditionalFields as fieldsOf, nameSameState, sendable } from '../../../domain/http/validators.ts';

/** The remembered answers of an address that is looked at again and again. Plain data. */
export interface LookMemory {
  readonly etag?: string;
  /** `Last-Modified` as sent. */
  readonly lastModified?: string;
  /** Of the body that came last. */
  readonly bodyHash?: string;
  /** Looks in a row that were answered 304. */
  readonly unchanged: number;
  /** Looks that found something new behind an ETag or a date that was said not to have changed. */
  readonly lies: number;
}

/** The answer to a look. */
export interface LookAnswer {
  readonly status: number;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Of the body; absent with 304. */
  readonly bodyHash?: string;
  /** Items that no look had seen before. */
  readonly newItems: number;
}

export const newMemory: LookMemory = { unchanged: 0, lies: 0 };

/** After so many lies an address is always requested whole. */
const mostLies = 3;
/** Every so many answers of 304 in a row one look requests the whole document, to find lies. */
const trustedLooks = 6;

/** The fields of the next request: none for a new address, for wrong validators, or after a long run of 304. */
export function conditionalFields(memory: LookMemory): Readonly<Record<string, string>> {
  const { unchanged, lies } = memory;
  return lies >= mostLies || unchanged >= trustedLooks ? {} : fieldsOf(memory);
}

/** The memory after an answer. Answers that are neither 200 nor 304 say nothing of the document. */
export function afterAnswer(memory: LookMemory, answer: LookAnswer): LookMemory {
  if (answer.status === 304) return { ...memory, unchanged: memory.unchanged + 1 };
  if (answer.status !== 200) return memory;
  // New items after answers of 304, with the validators of then; or another body, and the ETag (without it the date) is not.
  const isUnsaid = memory.unchanged >= trustedLooks || memory.bodyHash !== answer.bodyHash;
  const lied = answer.newItems > 0 && isUnsaid && nameSameState(memory, answer);
  const validators = {
    etag: sendable(answer.etag),
    lastModified: sendable(answer.lastModified),
    bodyHash: answer.bodyHash,
  };
  const given = Object.entries(validators).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), unchanged: 0, lies: memory.lies + (lied ? 1 : 0) };
}

/** An address whose validators are not trusted. */
export function isLiar({ lies }: LookMemory): boolean {
  return lies >= mostLies;
}

/**
 * Seconds for which the answer stays fresh by its headers (RFC 9111, sections 4.2 and 5.2.2); 0 without such a header.
 */
export function freshSeconds(cacheControl: string, age = ''): number {
  const directives = cacheControl
    .toLowerCase()
    .split(',')
    .map(each => each.trim());
  if (directives.some(each => each === 'no-cache' || each === 'no-store')) return 0;
  const [, digits] = directives.map(each => /^max-age="?(\d{1,9})"?$/.exec(each)).find(each => each !== null) ?? [];
  const spent = /^\d{1,9}$/.test(age.trim()) ? Number(age) : 0;
  return digits === undefined ? 0 : Math.max(0, Number(digits) - spent);
}
