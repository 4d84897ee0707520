import type * as z from 'zod';
import type { Clock } from '../../ports.ts';
import type { SiteChanges } from '../crawl-service.ts';
import type { AlertCalls, WatchService } from '../watch-service.ts';

type OnSources = 'addEntry' | 'changeEntries' | 'addAddresses' | 'changeSource' | 'source';

/** The services of a place for its watches, whichever place it is. */
export interface WatchDeeds {
  readonly watches: Pick<
    WatchService,
    OnSources | AlertCalls | 'applications' | 'changeRules' | 'page' | 'rules' | 'switchApplications'
  >;
  readonly clock: Pick<Clock, 'now'>;
  readonly sites: Pick<SiteChanges, 'remove'>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * An operation on a watch, described once: the API mounts it, OpenAPI is printed from it, and commands perform it by its request
 * in an account, or by `run` on this machine.
 */
export interface Operation<Input extends object, Answer> {
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
  /** Throws `BadInput`. */
  run(place: WatchDeeds, watch: string, input: Input): Promise<Answer>;
}

interface OperationRequest {
  readonly method: string;
  /** Below the address of the API. */
  readonly path: string;
  readonly body?: object;
}

/** The request by which an API performs an operation. */
export function requestOf<Input extends object>(
  { at }: Pick<Operation<Input, unknown>, 'at'>,
  watch: string,
  input: Input,
): OperationRequest {
  const [method = '', template = ''] = at.split(' ');
  const inPath = new Set<string>();
  const path = template.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(String(name === 'id' ? watch : input[name as keyof Input]));
  });
  const rest = Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.has(name));
  if (method !== 'GET' && method !== 'DELETE') return { method, path, body: Object.fromEntries(rest) };
  const query = rest.flatMap(([name, value]) => [value].flat().map(each => `${name}=${encodeURIComponent(each)}`));
  return { method, path: query.length === 0 ? path : `${path}?${query.join('&')}` };
}
