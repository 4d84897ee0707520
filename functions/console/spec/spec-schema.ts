import { ask } from '../page/api.ts';

/** The schema that the app publishes of a setting (JSON Schema 2020-12, as far as a form can use it). */
export interface FieldSchema {
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly not?: object;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

/** The schema of a crawl's spec, out of the app's OpenAPI document. */
export async function loadSpecSchema(signal: AbortSignal): Promise<FieldSchema> {
  const document = await ask<unknown>(['openapi.json'], { signal });
  const path = ['paths', '/crawls', 'post', 'requestBody', 'content', 'application/json', 'schema'];
  return path.reduce<unknown>((inner, key) => (Object(inner) as Record<string, unknown>)[key], document) as FieldSchema;
}

/** The schema at `path`; undefined if the app does not take the setting. */
export function schemaAt(schema: FieldSchema, path: string): FieldSchema | undefined {
  const found = path.split('.').reduce<FieldSchema | undefined>((inner, key) => inner?.properties?.[key], schema);
  return found?.not === undefined ? found : undefined;
}
