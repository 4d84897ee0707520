import * as z from 'zod';
import { listFormats } from '../request/organization-list.ts';
import { candidatesOfPage, decisionSchema, organizationsOfPage } from '../routes/organization-routes.ts';
import { id, list, operation, query, requestOf } from './open-api-parts.ts';

const missing = { 404: 'No such watch of yours, or it looks for nobody.' };
const damaged = { 409: 'Its files are damaged, or another list was set meanwhile.' };
const organization = { name: 'organization', in: 'path', required: true, schema: { type: 'string' } };
const aliases = { type: 'array', description: 'Names with their conditions, as in docs/formats/publications.md.' };
const digest = { type: 'string', description: 'Of the list that is to be changed.' };
const listBody = {
  type: 'object',
  properties: {
    organizations: { type: 'array' },
    text: { type: 'string', description: 'A file of a list, in place of `organizations`.' },
    format: { enum: listFormats, description: 'Of `text`.' },
  },
};

/** Whom a watch looks for, and candidates that a person decides. */
export function organizationPaths(): object {
  return { ...listPaths(), ...candidatePaths() };
}

function listPaths(): object {
  return {
    '/watches/{id}/organizations': {
      get: operation('Lists whom the watch looks for.', {
        parameters: [id, ...list(organizationsOfPage)],
        answers: {
          200: 'Some organizations, the models of the tones, on the first page how much is searched, and `next`.',
          ...missing,
          ...damaged,
        },
      }),
      put: operation('Sets another list. Stored publications are searched with it; GET says how many are searched.', {
        parameters: [id],
        body: requestOf('The list, or the text of a file.', listBody),
        answers: { 202: 'Set: its digest and how many organizations it has.', ...missing, ...damaged },
      }),
      delete: operation('Looks for nobody from now on; mentions that were found stay.', {
        parameters: [id],
        answers: { 204: 'Removed.', ...missing, ...damaged },
      }),
    },
    '/watches/{id}/organizations/check': {
      post: operation(
        'Checks a list, that of the watch unless one is given: names that collide, doubtful and missing ones, and what each name gives in the newest publications.',
        {
          parameters: [id],
          body: requestOf('A list, the text of a file, or nothing.', listBody),
          answers: { 200: 'The check.', ...missing, ...damaged },
        },
      ),
    },
    '/watches/{id}/organizations/search': {
      post: operation('Continues the search of stored publications.', {
        parameters: [id],
        answers: { 202: 'Requested; GET of the list says how many are searched.', ...missing, ...damaged },
      }),
    },
    '/watches/{id}/organizations/{organization}': {
      put: operation('Adds an organization to the list, or replaces the one that has the id.', {
        parameters: [id, organization],
        body: requestOf('The organization.', {
          type: 'object',
          properties: { name: { type: 'string' }, aliases, digest },
        }),
        answers: { 202: 'Set: the digest of the list and how many organizations it has.', ...missing, ...damaged },
      }),
      delete: operation('Takes an organization out of the list; its mentions go with the next search.', {
        parameters: [id, organization, query('digest', 'Of the list that is to be changed.', { type: 'string' })],
        answers: { 202: 'Set: the digest of the list and how many organizations it has.', ...missing, ...damaged },
      }),
    },
  };
}

function candidatePaths(): object {
  return {
    '/watches/{id}/candidates': {
      get: operation('Lists mentions of which a person has to say whether an organization is meant.', {
        parameters: [
          id,
          query('organization', 'Of this organization of the list.', { type: 'string' }),
          ...list(candidatesOfPage),
        ],
        answers: { 200: 'Some candidates with their sentences, and `next`.', ...missing, ...damaged },
      }),
    },
    '/watches/{id}/mentions/decisions': {
      post: operation(
        "Writes a person's word on a mention: `confirmed`, `rejected`, or `candidate` to take it back. The table counts it at once.",
        {
          parameters: [id],
          body: requestOf('The place and the word.', z.toJSONSchema(decisionSchema, { io: 'input' })),
          answers: {
            200: 'Written.',
            400: 'The text has changed since, or has no such mention.',
            ...missing,
            ...damaged,
          },
        },
      ),
    },
  };
}
