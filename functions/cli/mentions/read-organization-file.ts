import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { fieldPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { Dictionary } from '../../../shared/wings/publications/mentions/dictionary.ts';
import { listedInTable } from '../../../shared/wings/publications/mentions/organization-table.ts';
import {
  type ListedOrganizations,
  readOrganizations,
} from '../../../shared/wings/publications/mentions/read-organizations.ts';
import { faultLine, readText, yamlValue } from '../spec/read-text.ts';
import { BadCommand } from '../terminal/print.ts';

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
  const value = /\.ya?ml$/i.test(file) ? await boundedYaml(text, file) : await jsonValue(text, file);
  return { value, nameOf: path => [file, fieldPath(path)].filter(Boolean).join(': ') };
}

async function jsonValue(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/\.json$/i.test(file)) return boundedYaml(text, file);
    throw new BadCommand([`${file}: this is not JSON; ${faultLine(error)}.`]);
  }
}

async function boundedYaml(text: string, file: string): Promise<unknown> {
  if (text.length > mostYaml)
    throw new BadInput([refusedValue('', file, allowance('file-too-long', { most: mostYaml }))]);
  return await yamlValue(text, file);
}
