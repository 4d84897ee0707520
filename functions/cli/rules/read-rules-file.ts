import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { fieldPath, type SpecPath } from '../../../shared/domain/spec/fields/field-path.ts';
import {
  type GrabberRules,
  readRules,
  readRulesData,
} from '../../../shared/wings/publications/grabber/rules/read-rules.ts';
import type { RulesData } from '../../../shared/wings/publications/grabber/rules/rules-schema.ts';
import { readText, yamlValue } from '../spec/read-text.ts';

/** The most characters of a file of rules. */
const mostRules = 200_000;

/** The rules in a file (YAML or JSON) that an option names. Throws `BadInput` and `BadCommand`. */
export async function readRulesFile(option: string, file: string): Promise<GrabberRules> {
  return readRules(await valueIn(option, file), inFile(file));
}

/** The same as plain data, which can be stored. */
export async function readRulesDataFile(option: string, file: string): Promise<RulesData> {
  return readRulesData(await valueIn(option, file), inFile(file));
}

function inFile(file: string): (path: SpecPath) => string {
  return path => [file, fieldPath(path)].filter(Boolean).join(': ');
}

async function valueIn(option: string, file: string): Promise<unknown> {
  const text = await readText(option, file);
  if (text.length > mostRules)
    throw new BadInput([refusedValue(option, file, allowance('file-too-long', { most: mostRules }))]);
  return await yamlValue(text, file, 'YAML or JSON');
}
