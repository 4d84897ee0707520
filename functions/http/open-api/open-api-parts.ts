/** Pieces that the descriptions of routes share. */
import { refusalSentences } from '../../../shared/domain/refusal/refusal-sentences.ts';
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
    400: 'Bad input, each fault a refusal.',
    403: 'The guard of the page, or the machine, does not permit it.',
    ...(parameters.some(isId) && { 404: answers[404] ?? 'No such crawl of yours.' }),
    ...(body !== undefined && { 413: 'The body is too large.' }),
  };
  const responses = Object.entries(withProblems).map(([status, description]) => [
    status,
    { description, ...content(Number(status), type) },
  ]);
  return {
    summary,
    parameters,
    ...(body !== undefined && { requestBody: body }),
    responses: Object.fromEntries(responses),
  };
}

function isId(parameter: object): boolean {
  return 'in' in parameter && parameter.in === 'path' && 'name' in parameter && parameter.name === 'id';
}

/** What was refused, as data: a person reads `message`, a program `code`. */
const refusalSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(refusalSentences) },
    field: { type: 'string', description: 'Name of the field, as the request calls it.' },
    value: { type: 'string', description: 'What was given, as one short line of JSON.' },
    allowed: {
      type: 'object',
      description: 'Facts of the sentence by their names: what is allowed, or what the trouble is.',
      additionalProperties: true,
    },
    message: { type: 'string', description: 'The sentence in English.' },
  },
};

/** RFC 9457 with one extension member, `errors`. */
const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string', description: 'The phrase of the status.' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'All messages in English.' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/Refusal' } },
  },
};

/** What the operations refer to. */
export const components = { schemas: { Problem: problemSchema, Refusal: refusalSchema } };

function content(status: number, type: string): object {
  if (status === 204 || status === 302) return {};
  if (status >= 400)
    return { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };
  return { content: { [type]: type === 'application/json' ? { schema: { type: 'object' } } : {} } };
}

export function requestOf(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } };
}

export const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const cursor = {
  name: 'cursor',
  in: 'query',
  description: 'The `next` of an earlier answer.',
  schema: { type: 'string' },
};

/** What a list takes that is given in parts. */
export function list(size: PageSize): readonly object[] {
  return [cursor, query('limit', 'Entries of one answer.', sizeSchema(size))];
}

function sizeSchema({ usual, most }: PageSize): object {
  return { type: 'integer', minimum: 1, maximum: most, default: usual };
}

/** A value that narrows a list down, or names a part of it. */
export function query(name: string, description: string, schema: object): object {
  return { name, in: 'query', description, schema };
}
