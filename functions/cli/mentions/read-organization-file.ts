import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { fieldPath } from '../../../shared/domain/spec/field-path.ts';
import { Dictionary } from '../../../shared/wings/publications/mentions/dictionary.ts';
import { listedInTable } from '../../../shared/wings/publications/mentions/organization-table.ts';
import {
  type ListedOrganizations,
  readOrganizations,
} from '../../../shared/wings/publications/mentions/read-organizations.ts';
import { readText } from '../spec/read-text.ts';
import { BadCommand } from '../terminal/bad-command.ts';

/** YAML takes some hundred times its size of memory to read; longer lists are CSV or JSON. */
const mostYaml = 4_000_000;

/** The dictionary of a list of organizations: CSV, JSON or YAML by the end of the file's name. Throws `BadInput`. */
export async function readOrganizationFile(option: string, file: string): Promise<Dictionary> {
  const text = await readText(option, file);
  return new Dictionary(readOrganizations(await listed(text, file)));
}

async function listed(text: string, file: string): Promise<ListedOrganizations> {
  const isData = /\.(?:json|ya?ml)$/i.test(file) || (!/\.(?:csv|tsv|txt)$/i.test(file) && /^\s*[[{-]/.test(text));
  if (!isData) return listedInTable(text, file);
  const value = /\.ya?ml$/i.test(file) ? await yamlValue(text, file) : await jsonValue(text, file);
  return { value, nameOf: path => [file, fieldPath(path)].filter(Boolean).join(': ') };
}

async function jsonValue(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/\.json$/i.test(file)) return yamlValue(text, file);
    throw new BadCommand([`${file}: this is not JSON; ${firstLine(error)}.`]);
  }
}

async function yamlValue(text: string, file: string): Promise<unknown> {
  if (text.length > mostYaml)
    throw new BadInput([refusedValue('', file, allowance('file-too-long', { most: mostYaml }))]);
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  const line = fault?.linePos === undefined ? '' : ` line ${fault.linePos[0].line}`;
  if (fault !== undefined) throw new BadCommand([`${file}${line}: this is not YAML; ${firstLine(fault)}.`]);
  try {
    const value: unknown = document.toJS();
    JSON.stringify(value);
    return value;
  } catch (error) {
    throw new BadCommand([`${file}: its aliases cannot be followed; ${firstLine(error)}.`]);
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .split('\n')[0]!
    .replace(/ at line \d+, column \d+:?$/, '')
    .replace(/\.$/, '');
}
