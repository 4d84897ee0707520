import * as z from 'zod';
import { crawlSpecSchema } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import type { PartNames } from '../../../shared/domain/spec/resolve/part-faults.ts';
import { usableParts } from '../../../shared/domain/spec/resolve/part-faults.ts';
import { crawlsOfPage, rowsOfPage } from '../request/pages.ts';
import { nameSchema, resumeSchema, uploadSchema } from '../request/read-request.ts';
import { simulationSchema } from '../routes/change-routes.ts';
import { assumedSchema } from '../routes/estimate-routes.ts';
import { crawlStates } from '../views/crawl-view.ts';
import { labelPaths } from './open-api-labels.ts';
import { organizationPaths } from './open-api-organizations.ts';
import { cursor, header, id, list, operation, requestOf } from './open-api-parts.ts';
import { tablePaths } from './open-api-tables.ts';
import { watchPaths } from './open-api-watches.ts';

/**
 * The app as an OpenAPI 3.1 document. Its schemas of requests are those that read the requests, by zod's own conversion:
 * OpenAPI 3.1 takes JSON Schema 2020-12 as it is. Parts of plugins are those that the place was deployed with.
 */
export function openApi(deployed: PartNames | undefined): unknown {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Orbweaver',
      version: '1',
      description: 'Crawls web sites politely and exactly; their link graphs as files.',
    },
    paths: {
      ...crawlPaths(deployed),
      ...resultPaths(),
      ...tablePaths(),
      ...watchPaths(more => specWith(more, deployed)),
      ...organizationPaths(),
      ...labelPaths(),
      ...orderPaths(deployed),
    },
  };
}

/** A crawl and its life. */
function crawlPaths(deployed: PartNames | undefined): object {
  return {
    '/crawls': {
      post: operation('Starts a crawl.', {
        body: requestOf(
          'A spec; or one without `sites`, and `sitesFrom`, the name that POST /uploads gave.',
          specWith({ sitesFrom: { type: 'string' } }, deployed),
        ),
        parameters: [header('Idempotency-Key', 'A repeat with the same key starts nothing new.')],
        answers: {
          202: 'Accepted; `Location` is the crawl.',
          422: 'The key came with another request before.',
        },
      }),
      get: operation('Lists your crawls, newest first.', {
        parameters: list(crawlsOfPage),
        answers: { 200: 'Some crawls, and `next`.' },
      }),
    },
    '/crawls/{id}': {
      get: operation(
        `Shows a crawl: state (${crawlStates.join(', ')}), pages by outcome, rate, cost; its sites in parts. An interrupted crawl has no process and no results yet, and a resume continues it.`,
        {
          parameters: [id, ...list(rowsOfPage)],
          answers: { 200: 'The crawl.' },
        },
      ),
      patch: operation('Gives a crawl a name, whatever it does; a place may write it into `crawl.json` later.', {
        body: requestOf('The name.', z.toJSONSchema(nameSchema, { io: 'input' })),
        parameters: [id],
        answers: { 200: 'Named.', 409: 'It has not begun, or its files are damaged.' },
      }),
      delete: operation('Deletes a crawl that is at rest, with its results.', {
        parameters: [id],
        answers: {
          202: 'Files are left: send it again. `removed` counts what this request has removed.',
          204: 'Deleted.',
          409: 'The crawl runs.',
        },
      }),
    },
    '/crawls/{id}/spec': {
      get: operation('Gives the spec of a crawl, without defaults, as POST /crawls takes it.', {
        parameters: [id],
        answers: {
          200: '`spec`; `sitesLeftOut` counts the sites of a list that is too long for a request.',
          409: 'It has not begun.',
        },
      }),
    },
    '/crawls/{id}/stop': {
      post: operation('Stops a crawl; its results so far are written.', {
        parameters: [id],
        answers: { 202: 'Asked for.', 409: 'It has not begun, or nothing works on it.' },
      }),
    },
    '/crawls/{id}/resume': {
      post: operation('Continues a crawl, with larger limits where they are given.', {
        body: requestOf(
          'Limits, a delay, other start pages of sites that gave no page, and whether what failed is requested again.',
          z.toJSONSchema(resumeSchema, { io: 'input' }),
        ),
        parameters: [id],
        answers: { 202: 'Accepted.', 409: 'The crawl is not at rest.' },
      }),
    },
  };
}

function resultPaths(): object {
  return {
    '/crawls/{id}/results': {
      get: operation('Lists result files: name, size, sha256 where it is kept, and a `url` for a GET soon.', {
        parameters: [id, cursor],
        answers: { 200: 'Some files, and `next`.', 409: 'Not finished.' },
      }),
    },
    '/crawls/{id}/results.zip': {
      get: operation('Gives all result files as a ZIP archive, with a README of their columns.', {
        parameters: [id],
        type: 'application/zip',
        answers: { 200: 'The archive.', 409: 'Not finished, or this place packs no archives.' },
      }),
    },
    '/crawls/{id}/results/{name}': {
      get: operation('Gives a result file as a download.', {
        parameters: [id, { name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        type: 'application/octet-stream',
        answers: { 200: 'The file.', 302: 'Where it is, for one GET within 15 minutes.', 409: 'Not finished.' },
      }),
    },
    '/crawls/{id}/skipped': {
      get: operation('Lists the URLs that became no page, with reasons.', {
        parameters: [id, cursor],
        answers: { 200: 'Some URLs, and `next`.', 409: 'Not finished.' },
      }),
    },
  };
}

/** What is requested before a crawl is. */
function orderPaths(deployed: PartNames | undefined): object {
  return {
    '/uploads': {
      post: operation('Gives an address that takes a long list of sites by PUT.', {
        body: requestOf('The size of the list.', z.toJSONSchema(uploadSchema, { io: 'input' })),
        answers: { 201: '`url` for the PUT within 15 minutes, and `sitesFrom`.' },
      }),
    },
    '/estimate': {
      post: operation('Says pages, time and dollars of a crawl before anything runs.', {
        body: requestOf(
          'A spec, and what a site without a limit is assumed to have.',
          specWith(z.toJSONSchema(assumedSchema, { io: 'input' }).properties, deployed),
        ),
        answers: { 200: 'The estimate and its assumptions.' },
      }),
    },
    '/simulation': {
      post: operation(
        'Compares the rules on finished crawls: what each would have collected within a budget of pages.',
        {
          body: requestOf(
            'The crawls, and rules and budgets unless all rules at 500, 2,000 and 5,000 pages.',
            z.toJSONSchema(simulationSchema, { io: 'input' }),
          ),
          answers: {
            200: 'Sites, outcomes at each budget, and lines.',
            409: 'Not finished, or this place replays none.',
          },
        },
      ),
    },
    '/parts': {
      get: operation('Lists the names that a spec may use in formats, robots, finish, writers and analyzers.', {
        answers: { 200: 'Names by setting.' },
      }),
    },
  };
}

/** The schema of the spec, and what a request may say beside it. */
function specWith(beside: object | undefined, deployed: PartNames | undefined): object {
  const spec = z.toJSONSchema(crawlSpecSchema, { io: 'input' });
  return { ...spec, properties: { ...spec.properties, ...partSchemas(spec.properties, deployed), ...beside } };
}

/** The settings that name parts of plugins, with the names that this place takes. Nothing satisfies `not: {}`. */
function partSchemas(properties: object | undefined, deployed: PartNames | undefined): object {
  const names = usableParts(deployed);
  const given = properties as Readonly<Record<string, object>>;
  const lists = (['finish', 'writers', 'analyzers'] as const).map(key => {
    const only = names[key].length === 0 ? { not: {} } : { items: { enum: names[key] } };
    return [key, { ...given[key], ...only }];
  });
  const plugins = { description: 'Plugins are not part of a request.', not: {} };
  return { ...Object.fromEntries(lists), robots: { ...given['robots'], enum: names.robots }, plugins };
}
