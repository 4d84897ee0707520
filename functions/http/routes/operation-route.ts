import type * as z from 'zod';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { Operation } from '../../../shared/place/operations/operation.ts';
import { withInstantTexts } from '../../../shared/place/operations/shown-instants.ts';
import type { Fields } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { readValue } from '../request/read-request.ts';
import { bodyOf, jsonSchema } from '../request/request-body.ts';
import { type Asked, type Route, route } from '../request/route.ts';
import { siteNumber } from '../request/site-number.ts';
import { type OwnWatch, ownWatch } from './watch-routes.ts';

/** `check` is done with the input before the operation: what only this door refuses. Throws `BadInput`. */
export function operationRoute<Input extends object, Answer extends object>(
  operation: Operation<Input, Answer>,
  check?: (ports: HttpPorts, context: Asked, input: Input, watch: OwnWatch) => void | Promise<void>,
): Route {
  const { at, says, input, body, answers, refuses = {} } = operation;
  const inPath = Object.keys(input.shape).filter(name => at.includes(`{${name}}`));
  const given = input.omit(Object.fromEntries(inPath.map(name => [name, true])) as Record<never, never>);
  const query = body === undefined ? queryOf(given) : {};
  return route(at, says, {
    ...{ query, answers, ...(body !== undefined && { body: bodyOf(body, given) }) },
    of: ownWatch,
    handle: async ({ ports, context, query: asked, own, body: read }) => {
      const values = body === undefined ? asked : await read();
      const numbers = inPath.map(name => [name, siteNumber(context.req.param(name) ?? '')]);
      const taken = { ...readValue(given, values), ...Object.fromEntries(numbers) } as Input;
      await check?.(ports, context, taken, own);
      try {
        const place = { watches: own.watches, sites: ports.sites, clock: ports.clock };
        return withInstantTexts(await operation.run(place, own.id, taken)) as object;
      } catch (error) {
        const code = error instanceof BadInput ? error.refusals[0]?.code : undefined;
        throw code !== undefined && Object.hasOwn(refuses, code)
          ? new Problem(refuses[code]!, (error as BadInput).refusals)
          : error;
      }
    },
  });
}

/** Fields whose values the schema reads: a list has all that the query gives. */
function queryOf({ shape }: z.ZodObject): Fields {
  return Object.fromEntries(
    Object.entries(shape).map(([name, each]) => {
      const { description: says = '', $schema: _, ...schema } = jsonSchema(each as z.ZodType);
      const read = (__: string, texts: readonly string[]) => (schema.type === 'array' ? texts : texts[0]);
      const isOptional = (each as z.ZodType).safeParse(undefined).success;
      return [name, { says, schema, read, ...(!isOptional && { required: true as const }) }];
    }),
  );
}
