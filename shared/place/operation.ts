import type * as z from 'zod';
import type { Clock } from '../ports/ports.ts';
import type { Shown } from './shown-instants.ts';
import type { StoresPlace } from './stores-place.ts';
import type { AlertCalls, WatchService } from './watch-service.ts';

/** The services of a place for its watches, whichever place it is. */
export interface WatchDeeds {
  readonly watches: Pick<WatchService, AlertCalls | 'applications' | 'page' | 'source' | 'switchApplications'>;
  readonly clock: Pick<Clock, 'now'>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * An operation on a watch, described once: the API mounts it, OpenAPI is printed from it, and commands perform it by its request
 * in an account, or by `run` on this machine.
 */
export interface Operation<Input extends object, Answer> extends DescribedOperation<Input> {
  /** Throws `BadInput`. */
  run(place: WatchDeeds, watch: string, input: Input): Promise<Answer>;
}

/** An operation that needs the stores of a watch alone. `thread`: where the place has two of them. */
export interface StoreOperation<Input extends object, Answer> extends DescribedOperation<Input> {
  readonly thread: 'quick' | 'slow';
  /** Throws `BadInput`. An answer that is undefined is none. */
  run(place: StoresPlace, watch: string, input: Input): Promise<Answer>;
}

/** Performs such an operation at a place. `by`: who asks. */
export type PerformStored = <Input extends object, Answer>(
  operation: StoreOperation<Input, Answer>,
  watch: string,
  input: Input,
  by: string,
) => Promise<Answer>;

interface DescribedOperation<Input extends object> {
  /** A name in its path that the input has too is that member. */
  readonly at: `${Method} /watches/{id}/${string}`;
  /** One sentence or more. */
  readonly says: string;
  /** The input is in the body, of a GET or a DELETE in the query. */
  readonly input: z.ZodObject & z.ZodType<Input>;
  /** Meaning of the body. */
  readonly body?: string;
  /** Meaning of the statuses that not every operation has; the first is that of a good answer. */
  readonly answers: Readonly<Record<number, string>>;
  /** Statuses of the refusals of `run` that are not 400. */
  readonly refuses?: Readonly<Record<string, 404 | 409>>;
  /** Of its input the member `text` is the body as it is, a file, and the rest is in the query. */
  readonly isFile?: true;
  /** The body may be as large as a list of sites. */
  readonly isLarge?: true;
}

interface OperationRequest {
  readonly method: string;
  /** Below the address of the API. */
  readonly path: string;
  /** A text is sent as it is. */
  readonly body?: object | string;
}

/** The answer of an operation as the API gives it. */
export type AnswerOf<Performed extends { run(...of: never[]): Promise<unknown> }> = Shown<
  Awaited<ReturnType<Performed['run']>>
>;

/** The request by which an API performs an operation. */
export function requestOf<Input extends object>(
  { at, isFile }: Pick<DescribedOperation<Input>, 'at' | 'isFile'>,
  watch: string,
  input: Input,
): OperationRequest {
  const [method = '', template = ''] = at.split(' ');
  const inPath = new Set<string>();
  const path = template.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(String(name === 'id' ? watch : input[name as keyof Input]));
  });
  const given = Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.has(name));
  const isInQuery = method === 'GET' || method === 'DELETE' || isFile === true;
  if (!isInQuery) return { method, path, body: Object.fromEntries(given) };
  const [rest, file] = isFile === true ? [given.filter(([name]) => name !== 'text'), Object(input)['text']] : [given];
  const query = rest.flatMap(([name, value]) => [value].flat().map(each => `${name}=${encodeURIComponent(each)}`));
  return { method, path: query.length === 0 ? path : `${path}?${query.join('&')}`, ...(isFile && { body: file }) };
}
