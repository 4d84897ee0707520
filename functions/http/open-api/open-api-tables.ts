import * as z from 'zod';
import { linkSorts, linkStatuses } from '../../../shared/domain/link-rows.ts';
import { linkTypes } from '../../../shared/domain/link-type.ts';
import { crawlSpecSchema } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { rowsOfPage } from '../request/pages.ts';
import { graphOrders, nodesOfPicture } from '../routes/graph-routes.ts';
import { deletionSchema } from '../routes/link-routes.ts';
import { domainSorts } from '../views/link-domains.ts';
import { siteSorts } from '../views/site-lines.ts';
import { header, id, list, operation, query, requestOf, siteQuery, sizeSchema } from './open-api-parts.ts';

/** What is watched and changed while a crawl runs: sites, links, levels, choices, graph, fragment, events. */
export function tablePaths(): object {
  return { ...sitePaths(), ...linkPaths(), ...livePaths(), ...resultPaths() };
}

function sitePaths(): object {
  return {
    '/crawls/{id}/sites': {
      get: operation('Lists the sites of the set with what each gave.', {
        parameters: [
          id,
          ...list(rowsOfPage),
          query('sort', 'By which the sites are sorted, in a crawl of at most 10,000 sites; else by their numbers.', {
            enum: siteSorts,
          }),
          query('order', 'Of `sort`; `asc` unless given.', { enum: ['asc', 'desc'] }),
          query('totals', '`true`: sums over all sites, too, as `totals`.', { type: 'boolean' }),
        ],
        answers: { 200: 'Some sites, and `next`.', 409: 'Its files are damaged.' },
      }),
      post: operation('Adds a site, or some as `sites`, also while the crawl runs.', {
        body: requestOf('A site of the spec, or a list of them as `sites`.', oneOrSome()),
        parameters: [id],
        answers: { 201: 'Added, with their numbers; `waits`: from the next resume on.', 409: 'Some exist.' },
      }),
    },
    '/crawls/{id}/sites/{number}': {
      delete: operation('Removes a site; what it gave stays.', {
        parameters: [id, { name: 'number', in: 'path', required: true, schema: { type: 'integer' } }],
        answers: { 200: 'Removed.', 409: 'Removed before.' },
      }),
    },
  };
}

function linkPaths(): object {
  return {
    '/crawls/{id}/links/{kind}': {
      get: operation('Lists internal, external or bad links by site and key, also while the crawl runs.', {
        parameters: [
          id,
          kind,
          siteQuery,
          ...linkFilter,
          query('status', 'Of internal links.', { enum: linkStatuses }),
          query('sort', 'By what the links are sorted, those without a value last; else by site and key.', {
            enum: [...new Set(Object.values(linkSorts).flat())],
          }),
          query('order', 'Of `sort`; `asc` unless given.', { enum: ['asc', 'desc'] }),
          query('totals', '`true`: the count of all such links, and the sum of occurrences, too, as `totals`.', {
            type: 'boolean',
          }),
          query('format', '`csv`: all such links, by site and key.', { enum: ['json', 'csv'] }),
          ...list(rowsOfPage),
        ],
        answers: {
          200: 'Some links, and `next`; a filter may leave few of many. Without `totals` where there are too many.',
          409: 'Its files are damaged, there are too many links to sort, or the place does not sort.',
        },
      }),
    },
    '/crawls/{id}/link-domains': {
      get: operation('Counts external links by the registrable domain that they lead to, also while the crawl runs.', {
        parameters: [
          id,
          siteQuery,
          ...linkFilter,
          query('sort', '`links` unless given.', { enum: domainSorts }),
          query('order', 'Of `sort`; `desc` unless given, of names `asc`.', { enum: ['asc', 'desc'] }),
          query('format', '`csv`: all domains.', { enum: ['json', 'csv'] }),
          ...list(rowsOfPage),
        ],
        answers: {
          200: 'Some domains, sums over all of them as `totals`, and `next`.',
          409: 'Its files are damaged, there are too many links, or the place does not group.',
        },
      }),
    },
    '/crawls/{id}/links/{kind}/delete': {
      post: operation('Deletes links: they are not shown, written or claimed again.', {
        body: requestOf('The links.', z.toJSONSchema(deletionSchema, { io: 'input' })),
        parameters: [id, kind],
        answers: { 200: 'How many were there.', 409: 'Its files are damaged.' },
      }),
    },
    '/crawls/{id}/links/{kind}/restore': {
      post: operation('Takes back a deletion; what the crawl did meanwhile stays.', {
        body: requestOf('The links.', z.toJSONSchema(deletionSchema, { io: 'input' })),
        parameters: [id, kind],
        answers: { 200: 'How many were deleted.', 409: 'Its files are damaged.' },
      }),
    },
  };
}

/** Further ones that are there while the crawl runs. */
function livePaths(): object {
  return {
    '/crawls/{id}/levels': {
      get: operation('Counts what became of the URLs of each level.', {
        parameters: [id, siteQuery],
        answers: {
          200: 'The levels, and whether they are final; a place may count at the end only.',
          409: 'Its files are damaged.',
        },
      }),
    },
    '/crawls/{id}/choices': {
      get: operation('Lists the decisions of the rule that shares the page budget.', {
        parameters: [id, ...list(rowsOfPage)],
        answers: {
          200: 'Rule, budget, yield of each site, some choices with their rewards, and `next`.',
          409: 'Its files are damaged.',
        },
      }),
    },
    '/crawls/{id}/events': {
      get: operation('Reports progress as server-sent events; a place may report what is new and end.', {
        parameters: [id, header('Last-Event-ID', 'The last one that was seen.')],
        type: 'text/event-stream',
        answers: { 200: 'Events `progress`, with what GET /crawls/{id} answers, and `end`.' },
      }),
    },
  };
}

/** Of a crawl that has ended. */
function resultPaths(): object {
  return {
    '/crawls/{id}/graph': {
      get: operation('Gives the first nodes of the graph of a site and the arcs between them.', {
        parameters: [
          id,
          siteQuery,
          query('nodes', 'At most so many.', sizeSchema(nodesOfPicture)),
          query('order', 'Of the nodes: by level, or by PageRank, the highest first.', {
            enum: Object.keys(graphOrders),
          }),
        ],
        answers: { 200: 'Nodes, edges, and how many there are in all.', 409: 'Not finished, or its file is missing.' },
      }),
    },
    '/crawls/{id}/tables/{name}': {
      get: operation('Gives rows of a CSV file of the results, filtered and sorted.', {
        parameters: [
          id,
          { name: 'name', in: 'path', required: true, schema: { type: 'string', example: 'pages/example.org.csv' } },
          query('text', 'Part of any cell.', { type: 'string', maxLength: 500 }),
          query('column', 'A column whose cells are to be equal to `is`.', { type: 'string' }),
          query('is', 'See `column`.', { type: 'string', maxLength: 500 }),
          query('sort', 'A column; empty cells come last.', { type: 'string' }),
          query('order', 'Of `sort`.', { enum: ['asc', 'desc'] }),
          query('format', '`csv`: all such rows, in the order of the file.', { enum: ['json', 'csv'] }),
          query('times', 'Of `pages/…`: two more columns, AskedAt and Milliseconds, from the log.', {
            type: 'boolean',
          }),
          ...list(rowsOfPage),
        ],
        answers: {
          200: 'Columns, some rows, how many in all, and `next`.',
          409: 'Not finished, too long, or without a log.',
        },
      }),
    },
    '/crawls/{id}/referrers': {
      get: operation('Lists pages that link to a page, by id, at most 1,000.', {
        parameters: [id, siteQuery, query('page', 'Id of the page.', { type: 'integer', minimum: 0 })],
        answers: { 200: 'The pages, and how many in all.', 409: 'Not finished, or its files are missing.' },
      }),
    },
    '/crawls/{id}/changes': {
      get: operation('Reports what changed from another crawl to this one: pages and links, by site.', {
        parameters: [id, query('before', 'Id of the earlier crawl.', { type: 'string' })],
        answers: {
          200: 'Sites with changes, at most 1,000, with counts, and the first 200 changes of each kind.',
          400: 'One of the two is a watch.',
          409: 'One of the two is not finished, or the place compares no crawls.',
        },
      }),
    },
    '/crawls/{id}/fragment': {
      get: operation('Gives the Web fragment: sites and links between them, at most 2,000 of each.', {
        parameters: [id],
        answers: { 200: 'The rows of its files.', 409: 'Not finished.' },
      }),
    },
  };
}

const linkFilter = [
  query('text', 'Part of the address or text.', { type: 'string', maxLength: 500 }),
  query('domain', 'Host of the address, or a domain above it.', { type: 'string', maxLength: 500 }),
  query('level', 'Level of the link, or of its page.', { type: 'integer', minimum: 0 }),
  query('type', 'Of internal and external links of pages that a browser has loaded.', { enum: linkTypes }),
  query('deleted', 'Those that were deleted, instead of all others.', { type: 'boolean' }),
];

const kind = { name: 'kind', in: 'path', required: true, schema: { enum: ['internal', 'external', 'bad'] } };

/** By the schema of the spec: its list of sites, and what is in it. */
function oneOrSome(): object {
  const { properties } = z.toJSONSchema(crawlSpecSchema, { io: 'input' });
  const sites = Object(properties?.['sites']) as { readonly items?: object };
  return { anyOf: [sites.items ?? {}, { type: 'object', properties: { sites }, required: ['sites'] }] };
}
