import { openApi } from '../../functions/http/open-api/open-api.ts';
import type { JsonSchema } from './json-schema.ts';
import { code, generated, page, table } from './markdown.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
}

interface Operation {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly description: string;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Bodies with more members are a whole spec. */
const mostMembers = 15;
/** Each answer of an error has the same body, whatever its status. */
const leastError = 400;

/** `docs/reference/api.md`: each operation in a row, and what the parameters mean. */
export function apiPage(): string {
  const { paths } = openApi(undefined) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(operations, ({ path }) => subjectOf(path));
  return page(
    generated('the OpenAPI document'),
    '# HTTP API',
    'The console, a deployed stack and `orbweaver remote` speak this API. `GET /openapi.json` gives the whole document with the schemas of all bodies. Errors are `application/problem+json` (RFC 9457) with `errors`: `code`, `field`, `value`, `allowed`, `message` of each refusal. A parameter that an operation does not have is refused. A list that is given in parts takes `cursor`, which is the `next` of the answer before, and `limit`.',
    ...[...groups].flatMap(([subject, rows]) => [
      `## ${subject}`,
      table(
        ['operation', 'does', 'parameters', 'body', 'answers'],
        rows.map(({ path, method, operation }) => [
          code(`${method.toUpperCase()} ${path}`),
          operation.summary,
          parametersOf(operation),
          bodyOf(operation),
          answersOf(operation),
        ]),
      ),
    ]),
    '## Parameters',
    table(['parameter', 'of', 'meaning'], parameterRows(operations.map(({ operation }) => operation))),
  );
}

const subjects: readonly (readonly [RegExp, string])[] = [
  [/^\/crawls(\/\{id\}(\/(spec|stop|resume|sites.*))?)?$/, 'Crawls'],
  [/^\/crawls\//, 'Results of a crawl'],
  [/^\/watches\/\{id\}\/(organizations|candidates|mentions|report)/, 'Organizations, mentions and the table'],
  [/\/(labels|quality|training|models)/, 'Labels and models'],
  [/^\/watches\/\{id\}\/(publications|applications|page)/, 'Publications'],
  [/^\/watches\/\{id\}\/.*rules/, 'Rules'],
  [/^\/watches/, 'Watches and their sources'],
];

function subjectOf(path: string): string {
  return subjects.find(([pattern]) => pattern.test(path))?.[1] ?? 'Before a crawl';
}

function parametersOf({ parameters }: Operation): string {
  return parameters
    .filter(each => each.in !== 'path')
    .map(({ name }) => code(name))
    .join(', ');
}

function bodyOf({ requestBody }: Operation): string {
  if (requestBody === undefined) return '';
  const { properties = {}, required = [] } = Object.values(requestBody.content)[0]?.schema ?? {};
  const names = Object.keys(properties);
  if (names.length === 0) return requestBody.description;
  if (names.length > mostMembers) return `${requestBody.description} [Settings](settings.md)`;
  const members = names.map(name => code(required.includes(name) ? name : `${name}?`));
  return `${requestBody.description} ${members.join(', ')}`;
}

function answersOf({ responses }: Operation): string {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < leastError || !common.has(status))
    .map(([status, { description }]) => `${status}: ${description}`)
    .join(' ');
}

/** Answers that nearly every operation has. */
const common = new Set(['400', '403', '404', '413']);

function parameterRows(operations: readonly Operation[]): readonly (readonly string[])[] {
  const all = operations.flatMap(({ parameters }) => parameters);
  const meanings = new Map<string, Parameter>();
  for (const each of all) if (each.description !== undefined) meanings.set(`${each.name} ${each.description}`, each);
  return [...meanings.values()]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(each => [code(each.name), each.in, each.description ?? '']);
}
