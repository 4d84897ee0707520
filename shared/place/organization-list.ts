import { allowance, BadInput, refusal, refusedValue } from '../domain/refusal/refusal.ts';
import { fieldPath } from '../domain/spec/fields/field-path.ts';
import { isTooDeep, mostDepth } from '../domain/spec/yaml-depth.ts';
import type { Organization } from '../wings/publications/mentions/organization.ts';
import { listedInTable } from '../wings/publications/mentions/organization-table.ts';
import { readOrganizations } from '../wings/publications/mentions/read-organizations.ts';

/** Of a list that comes as the text of a file. */
export const listFormats = ['csv', 'json', 'yaml'] as const;

/** YAML takes some hundred times its size of memory to read, and others wait for it; longer lists are CSV or JSON. */
const mostYaml = 500_000;

type Fields = Readonly<Record<string, unknown>>;

/** Throws `BadInput`. */
export function organizationsOf(value: unknown): readonly Organization[] {
  return readOrganizations({ value, nameOf: path => fieldPath(['organizations', ...path]) });
}

/** Whether a body has a list at all. */
export function hasList({ organizations, text }: Fields): boolean {
  return organizations !== undefined || text !== undefined;
}

/** The list of a body: `organizations`, or the `text` of a file in a `format`. Throws `BadInput`. */
export async function organizationsIn({ organizations, text, format }: Fields): Promise<readonly Organization[]> {
  if (text === undefined) return organizationsOf(organizations);
  if (typeof text !== 'string') throw new BadInput([refusedValue('text', text, allowance('text'))]);
  const known = listFormats.find(each => each === format);
  if (known === undefined)
    throw new BadInput([refusedValue('format', format, allowance('one-of', { names: listFormats }))]);
  if (known === 'csv') return readOrganizations(listedInTable(text, 'text'));
  const value = known === 'json' ? jsonValue(text) : await yamlValue(text);
  return readOrganizations({ value, nameOf: path => fieldPath(['text', ...path]) });
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notRead('JSON', error);
  }
}

async function yamlValue(text: string): Promise<unknown> {
  if (text.length > mostYaml)
    throw new BadInput([refusedValue('text', `${text.length}`, allowance('most-characters', { most: mostYaml }))]);
  if (isTooDeep(text)) throw notRead('YAML', `allowed are ${mostDepth} levels of lists and mappings`);
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw notRead('YAML', fault);
  try {
    const value: unknown = document.toJS();
    // Aliases may lie within what they name, which then has no end.
    JSON.stringify(value);
    return value;
  } catch (error) {
    throw notRead('YAML', error);
  }
}

function notRead(format: string, error: unknown): BadInput {
  const message = error instanceof Error ? error.message : String(error);
  return new BadInput([refusal('list-syntax', { format, why: message.split('\n')[0]!.slice(0, 160) })]);
}
