/** Operations of the API as tools of the Model Context Protocol: which there are, their input, and the request of a call. */
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { Route } from '../../http/request/route.ts';
import { routes } from '../../http/routes/routes.ts';

type Schema = Readonly<Record<string, unknown>>;

/** As the protocol lists it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema & { readonly type: 'object' };
  readonly annotations: { readonly readOnlyHint: boolean };
}

export interface ToolRequest {
  readonly method: string;
  /** Below the address of the API. */
  readonly path: string;
  readonly body?: object;
}

/** Tools that change nothing, though some of them are requests with a body. */
const reading = {
  list_crawls: 'GET /crawls',
  show_crawl: 'GET /crawls/{id}',
  show_spec: 'GET /crawls/{id}/spec',
  estimate_crawl: 'POST /estimate',
  list_sites: 'GET /crawls/{id}/sites',
  list_levels: 'GET /crawls/{id}/levels',
  list_links: 'GET /crawls/{id}/links/{kind}',
  count_link_domains: 'GET /crawls/{id}/link-domains',
  list_results: 'GET /crawls/{id}/results',
  read_table: 'GET /crawls/{id}/tables/{name}',
  list_skipped: 'GET /crawls/{id}/skipped',
  show_graph: 'GET /crawls/{id}/graph',
  compare_crawls: 'GET /crawls/{id}/changes',
  list_watches: 'GET /watches',
  show_watch: 'GET /watches/{id}',
  list_sources: 'GET /watches/{id}/sources',
  show_source: 'GET /watches/{id}/sources/{number}',
  list_publications: 'GET /watches/{id}/publications',
  count_publications: 'GET /watches/{id}/publications/count',
  show_publication: 'GET /watches/{id}/publications/{publication}',
  compare_versions: 'GET /watches/{id}/publications/{publication}/compare',
  list_organizations: 'GET /watches/{id}/organizations',
  count_mentions: 'GET /watches/{id}/mentions/count',
  report_tones: 'GET /watches/{id}/report',
} as const;

const writing = {
  start_crawl: 'POST /crawls',
  stop_crawl: 'POST /crawls/{id}/stop',
  resume_crawl: 'POST /crawls/{id}/resume',
  name_crawl: 'PATCH /crawls/{id}',
  start_watch: 'POST /watches',
  run_watch: 'POST /watches/{id}/run',
  stop_watch: 'POST /watches/{id}/stop',
  add_source: 'POST /watches/{id}/sources',
  change_source: 'PATCH /watches/{id}/sources/{number}',
  add_entry: 'POST /watches/{id}/entries',
  change_entries: 'PATCH /watches/{id}/entries',
  add_addresses: 'POST /watches/{id}/addresses',
  set_organizations: 'PUT /watches/{id}/organizations',
} as const;

/** Routes by the names of their tools. */
const named = new Map(
  Object.entries({ ...reading, ...writing }).map(([name, at]) => {
    const route = routes.find(({ method, path }) => `${method} ${path}` === at);
    if (route === undefined) throw new Error(`the API has no operation ${at}`);
    return [name, route] as const;
  }),
);

export const toolNames: readonly string[] = [...named.keys()];

/** Sentences of the API name its operations; who calls tools knows these by their tools. */
export function withToolNames(sentence: string): string {
  const shown = (at: string): string => at.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'id' ? 'ID' : 'NUMBER'));
  return sentence.replace(
    /GET \/[\w/]+/g,
    said => Object.entries(reading).find(([, at]) => shown(at) === said)?.[0] ?? said,
  );
}

export function isReading(name: string): boolean {
  return Object.hasOwn(reading, name);
}

/** All tools, or those that change nothing. */
export function toolsOf({ canWrite }: { readonly canWrite: boolean }): readonly Tool[] {
  return [...named]
    .filter(([name]) => canWrite || isReading(name))
    .map(([name, route]) => ({
      ...{ name, description: route.says, inputSchema: inputOf(route) },
      annotations: { readOnlyHint: isReading(name) },
    }));
}

function inputOf(route: Route): Tool['inputSchema'] {
  const { $schema: _, ...body } = (route.body?.schema(undefined) ?? {}) as Schema;
  const inPath = namesIn(route.path);
  const fields = Object.entries(route.query).filter(([name]) => name !== 'format');
  const properties = {
    ...Object.fromEntries(inPath.map(name => [name, { type: ['string', 'integer'] }])),
    ...Object.fromEntries(fields.map(([name, { says, schema }]) => [name, { ...schema, description: says }])),
  };
  const required = [...inPath, ...fields.filter(([, { required: is }]) => is).map(([name]) => name)];
  return {
    ...{ ...body, type: 'object', properties: { ...(body['properties'] as object), ...properties } },
    required: [...((body['required'] as readonly string[] | undefined) ?? []), ...required],
  };
}

function namesIn(path: string): readonly string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** The request of a call: members that are neither in the path nor parameters are the body. Throws `BadInput`. */
export function requestOfTool(name: string, given: Readonly<Record<string, unknown>>): ToolRequest {
  const { method, path: template, query } = named.get(name)!;
  const inPath = namesIn(template);
  const faults = inPath.filter(each => !isSegments(given[each]));
  if (faults.length > 0) throw new BadInput(faults.map(each => refusedValue(each, given[each], allowance('text'))));
  // Other formats are files of any size.
  const { format = 'json' } = given;
  if (method === 'GET' && format !== 'json')
    throw new BadInput([refusedValue('format', format, allowance('one-of', { names: 'json' }))]);
  const path = template
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, (_, each: string) => encodeURIComponent(String(given[each])).replaceAll('%2F', '/'));
  const rest = Object.entries(given).filter(([each]) => !inPath.includes(each));
  const isInQuery = (each: string): boolean => method === 'GET' || Object.hasOwn(query, each);
  const inQuery = rest.filter(([each]) => isInQuery(each));
  const inBody = rest.filter(([each]) => !isInQuery(each));
  const texts = inQuery.flatMap(([each, value]) => [value].flat().map(one => [each, String(one)]));
  const address = texts.length === 0 ? path : `${path}?${new URLSearchParams(texts).toString().replaceAll('+', '%20')}`;
  return { method, path: address, ...(method !== 'GET' && { body: Object.fromEntries(inBody) }) };
}

/** A name of a file has slashes; a part of dots would lead to another operation. */
function isSegments(value: unknown): value is string | number {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value !== '' && value.split('/').every(part => !/^\.{0,2}$/.test(part));
}
