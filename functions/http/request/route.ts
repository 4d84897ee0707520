import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type Fields, readQuery, type ValuesOf } from './fields.ts';
import type { HttpApp, HttpEnv } from './http-env.ts';
import { anyBody, type RequestBody } from './request-body.ts';

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
