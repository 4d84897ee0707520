/** Bodies of requests as OpenAPI describes them, by the very schemas that read them. */

import * as z from 'zod';
import { crawlSpecSchema } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { type PartNames, usableParts } from '../../../shared/domain/spec/resolve/part-faults.ts';
import { readJson, readValue } from './read-request.ts';

export interface RequestBody<Body = object> {
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

export const anyBody = describedBody('', () => ({}));
