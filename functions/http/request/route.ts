import type { Context } from 'hono';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { type Fields, readQuery, type ValuesOf } from './fields.ts';
import type { HttpApp, HttpEnv } from './http-env.ts';
import type { RequestBody } from './request-body.ts';

export type Asked = Context<HttpEnv>;
type Answer = Response | Promise<Response>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Described {
  /** Headers of the request, each with its meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** Media type of a good answer; JSON unless given. */
  readonly type?: string;
  /** Meaning of the statuses that not every operation has. */
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
  answer(ports: HttpPorts, context: Asked): Answer;
}

/** `at` is method and path. `handle` gets the values of `query`, which are read first. */
export function route<F extends Fields = Record<never, never>>(
  at: `${Method} /${string}`,
  says: string,
  {
    handle,
    ...described
  }: Described & {
    readonly query?: F;
    readonly handle: (ports: HttpPorts, context: Asked, query: ValuesOf<F>) => Answer;
  },
): Route {
  const { query = {} as F } = described;
  const [method, path] = at.split(' ') as [Method, string];
  const answer = (ports: HttpPorts, context: Asked): Answer => handle(ports, context, readQuery(context, query));
  return { ...described, method, path, says, query, answer };
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
