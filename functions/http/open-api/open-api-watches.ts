import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { exportFormats, publicationsOfPage } from '../routes/publication-routes.ts';
import { id, list, operation, query } from './open-api-parts.ts';

function nameOf(parameter: object): string {
  return String(Reflect.get(parameter, 'name'));
}

const missing = { 404: 'No such watch of yours, or nothing of this number in it.' };
const damaged = { 409: 'Its files are damaged.' };

const bom = query('bom', 'With CSV: begins with the mark by which Excel knows UTF-8.', { type: 'boolean' });
const filters = [
  query('query', 'Words of title or text in any form; `"…"` as written, `-word` for none.', {
    type: 'string',
    maxLength: 500,
  }),
  query('source', 'Number of a source.', { type: 'integer', minimum: 1 }),
  query('since', 'Published from this day or instant on (UTC).', { type: 'string' }),
  query('until', 'Published before this day or instant (UTC).', { type: 'string' }),
  query('originals', 'Without copies of earlier publications.', { type: 'boolean' }),
  query('cluster', 'Copies of this publication, and itself.', { type: 'integer', minimum: 1 }),
  query('organization', 'Publications that mention this organization of the list.', { type: 'string' }),
  query('tone', 'Of this class towards an organization.', { enum: judgements }),
  ...judging(),
];
/** How classes are reported. */
function judging(): readonly object[] {
  return [
    query('confidence', 'Less probable classes of a model are unclassified.', {
      type: 'number',
      minimum: 0,
      maximum: 1,
      default: 0,
    }),
    query('nested', 'Mentions in longer names of other organizations count.', { type: 'boolean' }),
  ];
}

const publication = { name: 'publication', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const version = { type: 'integer', minimum: 1 };

/** The publications that watches found. */
export function publicationPaths(): object {
  return {
    '/watches/{id}/publications': {
      get: operation(
        'Lists publications, newest first by date of publication (without one: by the first look), without their texts.',
        {
          parameters: [id, ...filters, ...list(publicationsOfPage)],
          answers: { 200: 'Some publications, and `next`.', ...missing, ...damaged },
        },
      ),
    },
    '/watches/{id}/publications/export': {
      get: operation(
        'Gives all publications that fit, with their texts, as a download: columns as in docs/formats/watch.md.',
        {
          parameters: [
            id,
            ...filters,
            query('format', 'JSON Lines or CSV.', { enum: exportFormats, default: 'jsonl' }),
            bom,
          ],
          type: 'application/octet-stream',
          answers: { 200: 'The file.', ...missing, ...damaged },
        },
      ),
    },
    '/watches/{id}/mentions/export': {
      get: operation('Gives each mention in the latest versions, as a download: columns as in docs/formats/watch.md.', {
        parameters: [
          id,
          ...filters.filter(each => /^(?:source|since|until|organization|originals)$/.test(nameOf(each))),
          query('format', 'JSON Lines or CSV.', { enum: exportFormats, default: 'jsonl' }),
          bom,
        ],
        type: 'application/octet-stream',
        answers: { 200: 'The file, or its next part; `Link` has the rest.', ...missing, ...damaged },
      }),
    },
    '/watches/{id}/publications/{publication}': {
      get: operation('Shows a publication: the text of a version, all versions, and copies in its cluster.', {
        parameters: [id, publication, query('version', 'The latest one unless given.', version)],
        answers: { 200: 'The publication.', ...missing, ...damaged },
      }),
    },
    '/watches/{id}/publications/{publication}/compare': {
      get: operation('Compares two versions word by word.', {
        parameters: [
          id,
          publication,
          query('from', 'The one before `to` unless given.', version),
          query('to', 'The latest one unless given.', version),
        ],
        answers: { 200: 'Parts of title and text: `same`, `added`, `removed`.', ...missing, ...damaged },
      }),
    },
  };
}
