import { defined } from '../../../shared/domain/defined.ts';
import { refusalSentences } from '../../../shared/domain/refusal/refusal-sentences.ts';
import type { PartNames } from '../../../shared/domain/spec/resolve/part-faults.ts';
import type { Route } from '../request/route.ts';
import { routes } from '../routes/routes.ts';

/** The app as an OpenAPI 3.1 document. Parts of plugins are those that the place was deployed with. */
export function openApi(deployed: PartNames | undefined): unknown {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Orbweaver',
      version: '1',
      description: 'Crawls web sites politely and exactly; their link graphs as files.',
    },
    paths: pathsOf(routes, deployed),
    components,
  };
}

function pathsOf(listed: readonly Route[], deployed: PartNames | undefined): object {
  const byPath = Map.groupBy(listed, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, own]) => [
      path,
      Object.fromEntries(own.map(each => [each.method.toLowerCase(), operationOf(each, deployed)])),
    ]),
  );
}

function operationOf(each: Route, deployed: PartNames | undefined): object {
  const { says, body } = each;
  const schema = body?.schema(deployed);
  return {
    summary: says,
    parameters: parametersOf(each),
    ...(body !== undefined && {
      requestBody: { description: body.says, content: { 'application/json': { schema } } },
    }),
    responses: responsesOf(each),
  };
}

function parametersOf({ path, query, headers = {} }: Route): readonly object[] {
  return [
    ...[...path.matchAll(/\{(?<name>\w+)\}/g)].map(([, name = '']) => pathParameter(name)),
    ...Object.entries(query).map(([name, { says, schema, required }]) => ({
      ...{ name, in: 'query', description: says, schema },
      ...defined({ required }),
    })),
    ...Object.entries(headers).map(([name, description]) => ({
      ...{ name, in: 'header', description, schema: { type: 'string' } },
    })),
  ];
}

function responsesOf({ path, body, type, answers }: Route): object {
  const all = {
    ...(path.includes('{id}') && { 404: 'No such crawl of yours.' }),
    ...answers,
  };
  return {
    ...responseOfEach,
    ...(body !== undefined && tooLarge),
    ...Object.fromEntries(
      Object.entries(all).map(([status, description]) => [status, { description, ...contentOf(Number(status), type) }]),
    ),
  };
}

function contentOf(status: number, type = 'application/json'): object {
  if (status === 204 || status === 302) return {};
  if (status >= 400) return problemContent;
  return { content: { [type]: type === 'application/json' ? { schema: { type: 'object' } } : {} } };
}

const wholeNumber = { type: 'integer', minimum: 1 };
/** Parameters of paths that are not texts. */
const pathSchemas: Readonly<Record<string, object>> = {
  number: wholeNumber,
  publication: wholeNumber,
  model: wholeNumber,
  kind: { enum: ['internal', 'external', 'bad'] },
};

function pathParameter(name: string): object {
  return { name, in: 'path', required: true, schema: pathSchemas[name] ?? { type: 'string' } };
}

/** A refusal as data: a person reads `message`, a program `code`. */
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

const problemContent = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Schemas and answers to which operations refer: each of them would repeat them otherwise. */
const components = {
  schemas: { Problem: problemSchema, Refusal: refusalSchema },
  responses: {
    BadInput: { description: 'Bad input, each fault a refusal.', ...problemContent },
    Forbidden: { description: 'The guard of the page, or the machine, does not permit it.', ...problemContent },
    TooLarge: { description: 'The body is too large.', ...problemContent },
  },
};

const answered = (name: keyof (typeof components)['responses']) => ({ $ref: `#/components/responses/${name}` });

/** Answers of each operation, unless it says something else of the status. */
const responseOfEach = { 400: answered('BadInput'), 403: answered('Forbidden') };
/** Of each operation with a body. */
const tooLarge = { 413: answered('TooLarge') };
