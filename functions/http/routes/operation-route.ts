import * as z from 'zod';
import { BadInput } from '../../../shared/domain/refusal/refusal.ts';
import { listText } from '../../../shared/domain/spec/sites/list-text.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { Operation, StoreOperation } from '../../../shared/place/operation.ts';
import { withInstantTexts } from '../../../shared/place/shown-instants.ts';
import { mostAnnotator } from '../../../shared/wings/publications/labels/label.ts';
import { type Fields, siteNumber } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { readBody, readValue } from '../request/read-request.ts';
import { type Asked, bodyOf, jsonSchema, type Route, route } from '../request/route.ts';
import { type OwnWatch, ownWatch } from './watch-routes.ts';

/** `check` is done with the input before the operation: what only this door refuses. Throws `BadInput`. */
export function operationRoute<Input extends object, Answer>(
  operation: Operation<Input, Answer> | StoreOperation<Input, Answer>,
  check?: (ports: HttpPorts, context: Asked, input: Input, watch: OwnWatch) => void | Promise<void>,
): Route {
  const { at, says, input, body, answers, isFile } = operation;
  const inPath = Object.keys(input.shape).filter(name => at.includes(`{${name}}`));
  const elsewhere = isFile ? [...inPath, 'text'] : inPath;
  const given = input.omit(Object.fromEntries(elsewhere.map(name => [name, true])) as Record<never, never>);
  const query = body === undefined ? queryOf(given) : {};
  return route(at, says, {
    ...{ query, answers, ...(body !== undefined && { body: bodyOf(body, given, operation.isLarge) }) },
    of: ownWatch,
    handle: async ({ ports, context, query: asked, own, body: read }) => {
      const values = body === undefined ? asked : await read();
      const others = inPath.map(name => {
        const text = context.req.param(name) ?? '';
        return [name, input.shape[name] instanceof z.ZodString ? text : siteNumber(text)];
      });
      if (isFile)
        others.push(['text', listText(await readBody(context.req.raw, { isList: true }), '', 'the body').text]);
      const taken = { ...readValue(given, values), ...Object.fromEntries(others) } as Input;
      await check?.(ports, context, taken, own);
      return withInstantTexts((await performed(operation, { ports, context, own }, taken)) as object);
    },
  });
}

/** The answer of an operation on the watch of a request. Throws `Problem`, `BadInput`. */
export async function performed<Input extends object, Answer>(
  operation: Operation<Input, Answer> | StoreOperation<Input, Answer>,
  { ports, context, own }: { readonly ports: HttpPorts; readonly context: Asked; readonly own: OwnWatch },
  input: Input,
): Promise<Answer> {
  try {
    if (!('thread' in operation))
      return await operation.run({ watches: own.watches, clock: ports.clock }, own.id, input);
    return await ports.perform!(operation, own.id, input, context.env.owner.slice(-mostAnnotator));
  } catch (error) {
    const status = error instanceof BadInput ? operation.refuses?.[error.refusals[0]?.code ?? ''] : undefined;
    throw status === undefined ? error : new Problem(status, (error as BadInput).refusals);
  }
}

/** Fields whose values the schema reads: a list has all that the query gives. */
function queryOf({ shape }: z.ZodObject): Fields {
  return Object.fromEntries(
    Object.entries(shape).map(([name, each]) => {
      const { description: says = '', $schema: _, ...schema } = jsonSchema(each as z.ZodType);
      const isFitting = (value: unknown) => (each as z.ZodType).safeParse(value).success;
      const read = (__: string, texts: readonly string[]) => {
        const [text] = texts;
        if (schema.type === 'array' || text === undefined) return schema.type === 'array' ? texts : undefined;
        // A number or a truth value, where the schema takes it so.
        const value = { true: true, false: false, [String(Number(text))]: Number(text) }[text];
        return value !== undefined && isFitting(value) ? value : text;
      };
      return [name, { says, schema, read, ...(!isFitting(undefined) && { required: true as const }) }];
    }),
  );
}
