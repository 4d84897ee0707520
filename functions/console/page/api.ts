/** Speaks to the HTTP app this page came from, with the token of the link that opened the page. */

import { language, named, t } from '../words/language.ts';
import { inRussian, type ToldRefusal } from '../words/refusals-ru.ts';
import type { Page } from './api-types.ts';
import { el } from './dom.ts';
import { withQuery } from './route.ts';

const tokenKey = 'orbweaver.token';

/** The app's answer was a problem (RFC 9457), or there was none (`status` 0). */
export class ApiProblem extends Error {
  readonly status: number;
  /** The faults, each with the allowed values. */
  readonly refusals: readonly ToldRefusal[];

  constructor(status: number, refusals: readonly ToldRefusal[]) {
    super(refusals.map(({ message }) => message).join(' '));
    this.name = 'ApiProblem';
    this.status = status;
    this.refusals = refusals;
  }
}

type Query = Readonly<Record<string, string | number | undefined>>;

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters that are `undefined` or empty are left out. */
  readonly query?: Query;
  readonly body?: unknown;
  /** Sent as it is, in place of a body. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Keeps a token for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/** Gets the cookie that events and downloads need, which cannot send the token themselves. */
export async function openSession(): Promise<void> {
  if (sessionStorage.getItem(tokenKey) !== null) await ask(['session'], { method: 'POST' });
}

/** The JSON of an answer, `undefined` where it has no body. Throws `ApiProblem`. */
export async function ask<T>(
  segments: readonly (string | number)[],
  { method = 'GET', query = {}, body, file, headers = {}, signal }: Request = {},
): Promise<T> {
  const content = file ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await answerOf(pathWith(segments, query), {
    method,
    headers: { ...authorization(), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(content !== undefined && { body: content }),
    ...(signal !== undefined && { signal }),
  });
  const text = await response.text();
  const value: unknown = text === '' || !isJson(response) ? undefined : JSON.parse(text);
  if (response.ok) return value as T;
  throw new ApiProblem(response.status, refusalsIn(value, response));
}

/** The same of a request with a query. */
export async function askList<T>(
  segments: readonly (string | number)[],
  query: Query,
  signal: AbortSignal,
): Promise<T> {
  return await ask<T>(segments, { query, signal });
}

/** The pages of a list, one after the other, each as it is wanted. */
export async function* pagesOf<T extends Page>(
  segments: readonly (string | number)[],
  query: Query,
  signal: AbortSignal,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page: T = await askList<T>(segments, { ...query, cursor }, signal);
    yield page;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** The first pages, at most so many. */
export async function firstOf<T>(pages: AsyncIterable<T>, most: number): Promise<readonly T[]> {
  const first: T[] = [];
  for await (const page of pages) if (first.push(page) === most) break;
  return first;
}

/** The answer; undefined where the app refuses with one of these statuses, for it has no such thing. */
export async function unlessRefused<T>(asked: Promise<T>, ...statuses: readonly number[]): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiProblem && statuses.includes(error.status)) return undefined;
    throw error;
  }
}

/** A path with a query; parameters that are `undefined` or empty are left out. */
export function pathWith(segments: readonly (string | number)[], query: Query): string {
  return withQuery(pathOf(segments), query);
}

/** Relative, so that the app may live below any path. */
export function pathOf(segments: readonly (string | number)[]): string {
  return segments.map(segment => encodeURIComponent(segment)).join('/');
}

async function answerOf(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    throw new ApiProblem(0, []);
  }
}

function authorization(): Readonly<Record<string, string>> {
  const token = sessionStorage.getItem(tokenKey);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

function isJson(response: Response): boolean {
  return /[/+]json\b/.test(response.headers.get('content-type') ?? '');
}

/** An answer that is none of the app's has its status alone. */
function refusalsIn(value: unknown, { status, statusText }: Response): readonly ToldRefusal[] {
  const { errors } = Object(value) as { readonly errors?: readonly ToldRefusal[] };
  return errors ?? [{ code: 'other', message: `${status} ${statusText}` }];
}

/*
 * Reports of an action: a change politely (`status`), a failure at once (`alert`). Both notices are in
 * the document from the start, so that screen readers notice what appears in them.
 */

function notice(id: 'said' | 'failed'): HTMLElement {
  return document.getElementById(id)!;
}

/** Says what now holds, with a control to go on from there. */
export function say(text: string, control?: HTMLElement): void {
  notice('failed').replaceChildren();
  notice('said').replaceChildren(text, ...(control === undefined ? [] : [' ', control]));
}

/** Says what went wrong. */
function complain(error: unknown): void {
  notice('said').textContent = '';
  notice('failed').replaceChildren(problemText(error));
}

export function clearNotices(): void {
  notice('said').textContent = '';
  notice('failed').replaceChildren();
}

/** The text about an error, for people. */
export function problemText(error: unknown): HTMLElement {
  if (!(error instanceof ApiProblem)) return el('p', {}, String(error));
  if (error.status === 0) return el('p', {}, t('noAnswer'));
  return el('div', {}, ...error.refusals.map(refused => told('p', refused)));
}

/** A site without a graph, or a crawl without a fragment, is nothing to be alarmed about. */
export async function partOrNotice(part: () => Promise<HTMLElement>): Promise<HTMLElement> {
  try {
    return await part();
  } catch (error) {
    if (!(error instanceof ApiProblem && (error.status === 404 || error.status === 409))) throw error;
    return el('div', { class: 'notice' }, problemText(error));
  }
}

/** Does `action` on behalf of a control; a failure is reported, never lost. */
export function attempt(action: () => void | Promise<void>, signal?: AbortSignal): void {
  const done = async () => await action();
  done().catch((error: unknown) => {
    if (signal?.aborted !== true) complain(error);
  });
}

/** A refusal of the app in the language of the page; in English where the page does not know its code. */
export function toldText(refused: ToldRefusal): string {
  return (language() === 'ru' ? inRussian(refused) : undefined) ?? refused.message;
}

/** A sentence that begins with the spec's name of a field begins with what the page calls the field. */
function withLabel(text: string, field = ''): string {
  const [name = ''] = field.split('[');
  const label = named('field', name);
  return label === name || !text.startsWith(`${field}: `) ? text : `${label}: ${text.slice(field.length + 2)}`;
}

/** The same as an element, which says where the sentence is English still. */
export function told(tag: 'p' | 'li', refused: ToldRefusal, before = ''): HTMLElement {
  const text = toldText(refused);
  const isEnglish = text === refused.message && language() !== 'en';
  return el(tag, { lang: isEnglish ? 'en' : undefined }, `${before}${withLabel(text, refused.field)}`);
}
