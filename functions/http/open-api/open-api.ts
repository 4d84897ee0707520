import { defined } from '../../../shared/domain/defined.ts';
import type { PartNames } from '../../../shared/domain/spec/resolve/part-faults.ts';
import type { Route } from '../request/route.ts';
import { routes } from '../routes/routes.ts';
import { components, operation, query, requestOf } from './open-api-parts.ts';

/** The app as an OpenAPI 3.1 document. Parts of plugins are those that the place was deployed with. */
export function openApi(deployed: PartNames | undefined): unknown {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Orbweaver',
      version: '1',
      description: 'Crawls web sites politely and exactly; their link graphs as files.',
    },
    paths: pathsOf(routes, deployed),
    components,
  };
}

function pathsOf(listed: readonly Route[], deployed: PartNames | undefined): object {
  const byPath = Map.groupBy(listed, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, own]) => [
      path,
      Object.fromEntries(own.map(each => [each.method.toLowerCase(), operationOf(each, deployed)])),
    ]),
  );
}

function operationOf(each: Route, deployed: PartNames | undefined): object {
  const { says, path, headers = {}, body, type, answers } = each;
  return operation(says, {
    ...(body !== undefined && { body: requestOf(body.says, body.schema(deployed)) }),
    ...(type !== undefined && { type }),
    parameters: [
      ...[...path.matchAll(/\{(?<name>\w+)\}/g)].map(([, name = '']) => pathParameter(name)),
      ...Object.entries(each.query).map(([name, { says: meaning, schema, required }]) => ({
        ...query(name, meaning, schema),
        ...defined({ required }),
      })),
      ...Object.entries(headers).map(([name, description]) => header(name, description)),
    ],
    answers,
  });
}

const wholeNumber = { type: 'integer', minimum: 1 };
/** What a path names by another value than a text. */
const pathSchemas: Readonly<Record<string, object>> = {
  number: wholeNumber,
  publication: wholeNumber,
  model: wholeNumber,
  kind: { enum: ['internal', 'external', 'bad'] },
};

function pathParameter(name: string): object {
  return { name, in: 'path', required: true, schema: pathSchemas[name] ?? { type: 'string' } };
}

function header(name: string, description: string): object {
  return { name, in: 'header', description, schema: { type: 'string' } };
}
