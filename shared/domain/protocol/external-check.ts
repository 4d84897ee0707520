/** What became of external addresses and linked files that were requested once, as it is stored with the crawl. */

import { statusNames } from '../http/status-names.ts';

/**
 * `ok`: a page or a file. `moved`: redirects that are meant to last lead there. `dead`: gone, or there is no such host. `failing`: no answer, or
 * a fault of the server, which may pass. `refused`: the server or its robots.txt does not let programs ask. `not-asked`: not on the public Internet.
 * Of linked files alone: `page`: a page of HTML answers in place of the file; `not-known`: the server answers no HEAD.
 */
export type CheckState = 'ok' | 'moved' | 'dead' | 'failing' | 'refused' | 'not-asked' | 'page' | 'not-known';

export interface ExternalCheck {
  /** Normalized address. */
  readonly url: string;
  readonly state: CheckState;
  /** "404 Not Found", or why there was no answer. */
  readonly status: string;
  /** Where redirects lead. */
  readonly target?: string;
  /** Of a linked file, which is requested by HEAD alone: what the last answer says of it. Absent: of an external address. */
  readonly file?: FileHead;
}

export interface FileHead {
  /** Media type in lower case, without parameters; absent if there was no answer, or none was sent. */
  readonly contentType?: string;
  /** Content-Length. */
  readonly bytes?: number;
  /** Last-Modified as sent. */
  readonly lastModified?: string;
}

/** Names of the objects begin with it. */
export const checksFolder = 'checks/';
/** This object is there while addresses wait to be requested. */
export const checksOpenName = `${checksFolder}open`;

/** Name of the n-th object with checks, from 0. */
export function checksName(index: number): string {
  return `${checksFolder}${String(index).padStart(6, '0')}`;
}

export function encodeChecks(checks: readonly ExternalCheck[]): Uint8Array {
  return Buffer.from(JSON.stringify(checks));
}

export function decodeChecks(bytes: Uint8Array): readonly ExternalCheck[] {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as ExternalCheck[];
}

/** "404 Not Found" */
export function statusText(status: number): string {
  return [status, statusNames.get(status)].filter(part => part !== undefined).join(' ');
}

const gone: readonly number[] = [404, 410];

/** What the status of a last answer says; redirects are followed before. */
export function stateOfStatus(status: number): CheckState {
  // 416: there is nothing in the range of the first bytes, for the file is empty.
  if ((status >= 200 && status < 300) || status === 304 || status === 416) return 'ok';
  if (gone.includes(status)) return 'dead';
  // 999: LinkedIn's word to robots.
  return (status >= 400 && status < 500) || status === 999 ? 'refused' : 'failing';
}
