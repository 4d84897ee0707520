import * as z from 'zod';
import { entryKinds } from '../../../shared/place/watch-service.ts';
import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { crawlsOfPage, rowsOfPage } from '../request/pages.ts';
import {
  addressesSchema,
  entriesChangeSchema,
  entrySchema,
  searchSchema,
  sourceSchema,
} from '../routes/entry-routes.ts';
import { exportFormats, publicationsOfPage } from '../routes/publication-routes.ts';
import { watchSchema } from '../routes/start-watch.ts';
import { sourceChangeSchema } from '../routes/watch-routes.ts';
import { header, id, list, operation, query, requestOf } from './open-api-parts.ts';

function nameOf(parameter: object): string {
  return String(Reflect.get(parameter, 'name'));
}

const missing = { 404: 'No such watch of yours, or nothing of this number in it.' };
const damaged = { 409: 'Its files are damaged.' };

/** Watches, what they look at, and the publications that they found. */
export function watchPaths(specOf: (more: object) => object): object {
  return { ...lifePaths(specOf), ...sourcePaths(), ...publicationPaths() };
}

function lifePaths(specOf: (more: object) => object): object {
  return {
    '/watches': {
      post: operation(
        'Starts a watch, where the stack was deployed with watches. Its sites are the sources; one may have `rules` and `applications` (names, in their order), `organizations` is whom to look for, and `watch.hosts` names further hosts, whose publications feeds of the sources name. Feeds, sitemaps and lists of each source are searched for first; with `watch.start` false, the watch then waits for POST /watches/{id}/run, where its place can do that. GET /watches/{id}/findings shows what was found.',
        {
          body: requestOf(
            'As for POST /crawls, whose sites are the sources, and `watch`: how they are looked at.',
            specOf({ watch: z.toJSONSchema(watchSchema, { io: 'input' }), organizations: { type: 'array' } }),
          ),
          parameters: [header('Idempotency-Key', 'A repeat with the same key starts nothing new.')],
          answers: {
            202: 'Accepted; `Location` is the crawl of the watch, which has its id.',
            409: 'This place starts no watches.',
            422: 'The key came with another request before.',
          },
        },
      ),
      get: operation('Lists your watches, newest first. Crawls are passed over, so an answer may be short.', {
        parameters: list(crawlsOfPage),
        answers: { 200: 'Some watches, and `next`.' },
      }),
    },
    '/watches/{id}': {
      get: operation('Shows a watch: its state as that of a crawl, its settings, how many publications it found.', {
        parameters: [id],
        answers: { 200: 'The watch.', ...missing, ...damaged },
      }),
      delete: operation('Deletes a watch that was stopped, with all that it found.', {
        parameters: [id],
        answers: {
          202: 'Rows and files are left: send it again. `removed` counts what this request has removed.',
          204: 'Deleted.',
          ...missing,
          409: 'The watch runs.',
        },
      }),
    },
    '/watches/{id}/run': {
      post: operation('Continues a watch that does not run.', {
        parameters: [id],
        answers: { 202: 'Accepted.', ...missing, 409: 'The watch runs, or its files are damaged.' },
      }),
    },
    '/watches/{id}/stop': {
      post: operation('Stops a watch after the requests in flight.', {
        parameters: [id],
        answers: { 202: 'Asked for.', ...missing, 409: 'Nothing works on it.' },
      }),
    },
  };
}

const source = { name: 'number', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };

function sourcePaths(): object {
  return {
    '/watches/{id}/sources': {
      get: operation(
        'Lists the sources with their health: last look, next one, entries that fail, publications of each of the last 30 days (UTC).',
        {
          parameters: [id, ...list(rowsOfPage)],
          answers: { 200: 'Some sources, and `next`.', ...missing, ...damaged },
        },
      ),
      post: operation(
        'Adds a source, also while the watch runs: feeds, sitemaps and lists are searched for first, which may take a minute. With `host`, nothing is searched for: only what other sources name there is taken. `on` names the entries that are to be on, of those that POST /watches/{id}/findings has shown.',
        {
          body: requestOf('The source.', z.toJSONSchema(sourceSchema, { io: 'input' })),
          parameters: [id],
          answers: {
            201: 'Its number, how many entries it has, and `findings`: what was found and why what is not switched on.',
            ...missing,
            409: 'This place adds no sources to a watch, or its files are damaged.',
          },
        },
      ),
    },
    '/watches/{id}/findings': {
      get: operation(
        'Shows what was found at the sources when the watch was made: feeds, sitemaps, sections, lists that need clicks, each with `on` as it is now; examples of addresses with what they are taken for; sources that were left out, with `why`.',
        {
          parameters: [id, ...list(crawlsOfPage)],
          answers: { 200: 'Some sources, and `next`.', ...missing, ...damaged },
        },
      ),
      post: operation(
        'Finds what there is at a source that the watch does not have, and adds nothing. It is remembered for ten minutes: POST /watches/{id}/sources with `on` requests nothing again.',
        {
          body: requestOf('The source.', z.toJSONSchema(searchSchema, { io: 'input' })),
          parameters: [id],
          answers: {
            200: 'What was found.',
            ...missing,
            409: 'This place adds no sources to a watch, or its files are damaged.',
          },
        },
      ),
    },
    '/watches/{id}/sources/{number}': {
      get: operation(
        'Shows a source: its entries with their last looks, addresses that are no publications by reason (`skippedBy` by their pages, `leftOutBy` by their addresses), addresses that failed at their first look (`failed`; those with `due` are tried again then), and of how many of its latest 100 publications each fact is known.',
        { parameters: [id, source], answers: { 200: 'The source.', ...missing, ...damaged } },
      ),
      patch: operation(
        'Changes a source. `on` switches all its entries off, or those on that were looked at before; if none was, all of them but lists that need clicks. `archive` also switches on the lists and sitemaps that were only proposed, and reads all lists anew. `timeZone` counts from now on.',
        {
          body: requestOf('At least one change.', z.toJSONSchema(sourceChangeSchema, { io: 'input' })),
          parameters: [id, source],
          answers: { 200: 'The entries that changed.', ...missing, ...damaged },
        },
      ),
      delete: operation('Removes a source; what it found stays.', {
        parameters: [id, source],
        answers: { 200: 'Removed.', ...missing, 409: 'Removed before, or its files are damaged.' },
      }),
    },
    '/watches/{id}/addresses': {
      post: operation(
        'Adds addresses of publications, of hosts of the watch: each is requested once, as politely as what an entry names. Answers how many are `added`, how many were `known`, and how many are `refused`, by reason.',
        {
          body: requestOf('The addresses.', z.toJSONSchema(addressesSchema, { io: 'input' })),
          parameters: [id],
          answers: { 200: 'What became of them.', ...missing, ...damaged },
        },
      ),
    },
    '/watches/{id}/entries': {
      post: operation('Adds an entry to the source whose host it is of, also while the watch runs.', {
        body: requestOf('The entry.', z.toJSONSchema(entrySchema, { io: 'input' })),
        parameters: [id],
        answers: { 201: 'Added; the number of its source.', ...missing, ...damaged },
      }),
      patch: operation(
        'Switches entries on or off, or changes their interval (seconds; null: learnt): all of those that are named, or none; with `kind` only those of that kind.',
        {
          body: requestOf('Their addresses.', z.toJSONSchema(entriesChangeSchema, { io: 'input' })),
          parameters: [id],
          answers: { 200: 'The entries that changed.', ...missing, ...damaged },
        },
      ),
      delete: operation('Removes an entry; what it found stays.', {
        parameters: [
          id,
          { ...query('address', 'Its address.', { type: 'string' }), required: true },
          query('kind', 'Only an entry of this kind.', { type: 'string', enum: [...entryKinds] }),
        ],
        answers: { 200: 'Removed.', ...missing, ...damaged },
      }),
    },
  };
}

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

function publicationPaths(): object {
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
