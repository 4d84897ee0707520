import { refusalSentences } from '../../../shared/domain/refusal/refusal-sentences.ts';

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

export const problemContent = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Schemas and answers to which operations refer: each of them would repeat them otherwise. */
export const components = {
  schemas: { Problem: problemSchema, Refusal: refusalSchema },
  responses: {
    BadInput: { description: 'Bad input, each fault a refusal.', ...problemContent },
    Forbidden: { description: 'The guard of the page, or the machine, does not permit it.', ...problemContent },
    TooLarge: { description: 'The body is too large.', ...problemContent },
  },
};

const answered = (name: keyof (typeof components)['responses']) => ({ $ref: `#/components/responses/${name}` });

/** Answers of each operation, unless it says something else of the status. */
export const responseOfEach = { 400: answered('BadInput'), 403: answered('Forbidden') };
/** Of each operation with a body. */
export const tooLarge = { 413: answered('TooLarge') };
