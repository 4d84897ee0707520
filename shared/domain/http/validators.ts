import { defined } from '../defined.ts';

/** Validators: header fields that identify the state of a document (RFC 9110, section 8.8), as sent. */
export interface PageValidators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** Longer validators are not sent back. */
const longestValidator = 1_024;

/** The validator if a request can carry it; else undefined. */
export function sendable(text: string | undefined): string | undefined {
  const isSendable = text !== undefined && text.length <= longestValidator && /^[\x21-\x7e][\x20-\x7e]*$/.test(text);
  return isSendable ? text : undefined;
}

/** Header fields of a conditional request: an unchanged document is answered 304. No fields without a validator. */
export function conditionalFields({ etag, lastModified }: PageValidators): Readonly<Record<string, string>> {
  return defined({ 'if-none-match': etag, 'if-modified-since': lastModified });
}

/** Whether a request with these fields may be answered 304. */
export function isConditional(fields: Readonly<Record<string, string>> = {}): boolean {
  return fields['if-none-match'] !== undefined || fields['if-modified-since'] !== undefined;
}

/** Whether both name the same state: by their ETags or, without an ETag, by their dates. */
export function nameSameState(before: PageValidators, { etag, lastModified }: PageValidators): boolean {
  if (before.etag !== undefined || etag !== undefined) return before.etag === etag;
  return lastModified !== undefined && before.lastModified === lastModified;
}

/**
 * Whether a Last-Modified surely names one state: the answer must be at least a second younger (RFC 9110, section
 * 8.8.2.2). A document may change twice in one second.
 */
export function isSureDate(lastModified: string, date: string | undefined): boolean {
  return Date.parse(date ?? '') - Date.parse(lastModified) >= 1_000;
}
