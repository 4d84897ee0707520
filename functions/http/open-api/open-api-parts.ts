/** Pieces that the descriptions of routes share. */
import type { PageSize } from '../request/pages.ts';

interface Operation {
  readonly body?: object;
  readonly parameters?: readonly object[];
  readonly answers: Readonly<Record<number, string>>;
  /** Of a good answer, where it is not JSON. */
  readonly type?: string;
}

export function operation(
  summary: string,
  { body, parameters = [], answers, type = 'application/json' }: Operation,
): object {
  const withProblems = {
    ...answers,
    400: 'Bad input, each fault a sentence.',
    403: 'The guard of the page, or the machine, does not permit it.',
    ...(parameters.includes(id) ? { 404: answers[404] ?? 'No such crawl of yours.' } : {}),
    ...(body === undefined ? {} : { 413: 'The body is too large.' }),
  };
  const responses = Object.entries(withProblems).map(([status, description]) => [
    status,
    { description, ...content(Number(status), type) },
  ]);
  return {
    summary,
    parameters,
    ...(body === undefined ? {} : { requestBody: body }),
    responses: Object.fromEntries(responses),
  };
}

function content(status: number, type: string): object {
  if (status === 204 || status === 302) return {};
  if (status >= 400) return { content: { 'application/problem+json': { schema: { type: 'object' } } } };
  return { content: { [type]: type === 'application/json' ? { schema: { type: 'object' } } : {} } };
}

export function requestOf(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } };
}

export const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
export const cursor = {
  name: 'cursor',
  in: 'query',
  description: 'The `next` of an earlier answer.',
  schema: { type: 'string' },
};

export function header(name: string, description: string): object {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

/** What a list takes that is given in parts. */
export function list(size: PageSize): readonly object[] {
  return [cursor, query('limit', 'Entries of one answer.', sizeSchema(size))];
}

export function sizeSchema({ usual, most }: PageSize): object {
  return { type: 'integer', minimum: 1, maximum: most, default: usual };
}

/** A value that narrows a list down, or names a part of it. */
export function query(name: string, description: string, schema: object): object {
  return { name, in: 'query', description, schema };
}

export const siteQuery = query('site', 'Number of a site.', { type: 'integer', minimum: 1 });
