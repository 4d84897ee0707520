/** Results of requesting external addresses and linked files once, as they are stored with the crawl. */

import { statusNames } from '../http/status-names.ts';
import { type RefusalClass, refusalOfStatus } from './refusal-class.ts';

/**
 * `ok`: a page or a file. `moved`: permanent redirects lead to a page or a file. `dead`: gone, or the host does not
 * exist. `failing`: no answer, or a server error, which may pass. `refused`: the server or its robots.txt keeps
 * programs out. `not-asked`: not on the public Internet. Only for linked files: `page`: an HTML page answers in place
 * of the file; `not-known`: the server does not answer HEAD.
 */
export type CheckState = 'ok' | 'moved' | 'dead' | 'failing' | 'refused' | 'not-asked' | 'page' | 'not-known';

export interface ExternalCheck {
  /** Normalized address. */
  readonly url: string;
  readonly state: CheckState;
  /** "404 Not Found", or why there was no answer. */
  readonly status: string;
  /** The answer is a wall, whose service `status` names. */
  readonly isWall?: true;
  /** The end of the redirects. */
  readonly target?: string;
  /** The last answer to HEAD for a linked file; absent for an external address. */
  readonly file?: FileHead;
}

export interface FileHead {
  /** Media type in lower case, without parameters; absent if the server sent none. */
  readonly contentType?: string;
  /** Content-Length. */
  readonly bytes?: number;
  /** Last-Modified as sent. */
  readonly lastModified?: string;
}

/** Prefix of the objects' names. */
export const checksFolder = 'checks/';
/** This object exists while addresses wait for their request. */
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

/** "404 Not Found". `detail`: the service of a wall, the price of a 402. */
export function statusText(status: number, detail?: string): string {
  return [status, statusNames.get(status), detail && `(${detail})`].filter(Boolean).join(' ');
}

/** The class of an address that gave neither page nor file; undefined for others, and where nothing was asked. */
export function refusalOfCheck({ state, status, isWall }: ExternalCheck): RefusalClass | undefined {
  if (isWall === true) return 'wall';
  if (state === 'ok' || state === 'moved' || state === 'page' || state === 'not-known') return undefined;
  if (status === 'robots.txt') return 'refused';
  const code = Number(/^\d{3}\b/.exec(status)?.[0] ?? Number.NaN);
  if (!Number.isNaN(code)) return refusalOfStatus(code);
  return state === 'not-asked' ? undefined : 'error';
}

const gone: readonly number[] = [404, 410];

/** The state by the status of the last answer, after redirects. */
export function stateOfStatus(status: number): CheckState {
  // 416: the file is empty, so it has no first bytes to send.
  if ((status >= 200 && status < 300) || status === 304 || status === 416) return 'ok';
  if (gone.includes(status)) return 'dead';
  // 999: LinkedIn's answer to robots.
  return (status >= 400 && status < 500) || status === 999 ? 'refused' : 'failing';
}
