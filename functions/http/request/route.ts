import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import { crawlSpecSchema } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { type PartNames, usableParts } from '../../../shared/domain/spec/resolve/part-faults.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type Fields, readQuery, type ValuesOf } from './fields.ts';
import type { HttpApp, HttpEnv } from './http-env.ts';
import { readJson, readValue } from './read-request.ts';

/** The body of a request as OpenAPI describes it, by the very schema that reads it. */
interface RequestBody<Body = object> {
  readonly says: string;
  /** JSON Schema, for a place that was deployed with such parts. */
  schema(deployed: PartNames | undefined): object;
  /** Throws `Problem`, `BadInput`. */
  read(request: Request): Promise<Body>;
}

/** `isList`: as large as a list may be. */
export function bodyOf<Value>(says: string, schema: z.ZodType<Value>, isList = false): RequestBody<Value> {
  const read = async (request: Request): Promise<Value> => readValue(schema, await readJson(request, { isList }));
  return { says, schema: () => jsonSchema(schema), read };
}

/** Any JSON object: `read` by who handles it. */
export function describedBody(says: string, schema: RequestBody['schema'], isList = false): RequestBody {
  return { says, schema, read: async request => await readJson(request, { isList }) };
}

/** OpenAPI 3.1 takes JSON Schema 2020-12 as it is. */
export function jsonSchema(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: 'input' });
}

/** The spec of a crawl, and what a request may say beside it. */
export function specBody(says: string, beside: () => object, isList = false): RequestBody {
  return describedBody(says, deployed => specWith(beside(), deployed), isList);
}

function specWith(beside: object, deployed: PartNames | undefined): object {
  const spec = jsonSchema(crawlSpecSchema);
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

const anyBody = describedBody('', () => ({}));

export type Asked = Context<HttpEnv>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Described {
  /** Headers of the request, each with its meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Media type of a good answer; JSON unless given. */
  readonly type?: string;
  /** Meaning of the statuses that not every operation has; the least is that of a good answer. */
  readonly answers: Readonly<Record<number, string>>;
}

/** An operation of the API, described and answered in one place. */
export interface Route extends Described {
  readonly method: Method;
  /** As OpenAPI writes it: `/crawls/{id}`. A `{name}` at its end takes slashes too. */
  readonly path: string;
  /** One sentence or more. */
  readonly says: string;
  readonly query: Fields;
  readonly body?: RequestBody<unknown>;
  answer(ports: HttpPorts, context: Asked): Promise<Response>;
}

/** A request as its handler gets it. */
export interface Asking<Query, Body = object, Own = undefined> {
  readonly ports: HttpPorts;
  readonly context: Asked;
  readonly query: Query;
  /** The subject that `of` found. */
  readonly own: Own;
  /** Reads the body. Throws `Problem`, `BadInput`. */
  body(): Promise<Body>;
}

interface Handled<F extends Fields, Body, Own> extends Described {
  readonly query?: F;
  readonly body?: RequestBody<Body>;
  /** Finds the subject of the request before it is handled. Throws `Problem`. */
  of?(ports: HttpPorts, context: Asked): Promise<Own>;
  /** A value that is no response is answered as JSON, with the status of a good answer; undefined without a body. */
  handle(asking: Asking<ValuesOf<F>, Body, Own>): object | Promise<object | undefined>;
}

/** `at` is method and path. The values of `query` are read first. */
export function route<F extends Fields = Record<never, never>, Body = object, Own = undefined>(
  at: `${Method} /${string}`,
  says: string,
  { of, handle, ...described }: Handled<F, Body, Own>,
): Route {
  const { query: fields = {} as F, body: given, answers } = described;
  const [method, path] = at.split(' ') as [Method, string];
  const [status] = Object.keys(answers).map(Number) as [ContentfulStatusCode];
  const answer = async (ports: HttpPorts, context: Asked): Promise<Response> => {
    const query = readQuery(context, fields);
    const own = (await of?.(ports, context)) as Own;
    const body = async () => (await (given ?? anyBody).read(context.req.raw)) as Body;
    const answered = await handle({ ports, context, query, own, body });
    if (answered === undefined) return context.body(null, status);
    return answered instanceof Response ? answered : context.json(answered, status);
  };
  return { ...described, method, path, says, query: fields, answer };
}

/** An answer of each operation of a watch. */
export const notHere = { 404: 'No such watch of yours, or nothing of this number in it.' };

/** The same where files are read. */
export const damaged = { ...notHere, 409: 'Its files are damaged.' };

/** Of two routes that fit a path, the first in the list answers. */
export function mount(app: HttpApp, ports: HttpPorts, routes: readonly Route[]): void {
  for (const { method, path, answer } of routes) {
    const pattern = path.replace(/\{name\}$/, ':name{.+}').replaceAll(/\{(?<name>\w+)\}/g, ':$<name>');
    app.on(method, pattern, async context => await answer(ports, context));
  }
}
