import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { fieldPath } from '../../../shared/domain/spec/field-path.ts';
import { type GrabberRules, readRules } from '../../../shared/wings/publications/grabber/rules/read-rules.ts';
import { readText } from '../spec/read-text.ts';
import { yamlValue } from '../spec/yaml-value.ts';

/** Characters of a file of rules. */
const mostRules = 200_000;

/** The rules in a file (YAML or JSON) that an option names. Throws `BadInput` and `BadCommand`. */
export async function readRulesFile(option: string, file: string): Promise<GrabberRules> {
  const text = await readText(option, file);
  if (text.length > mostRules)
    throw new BadInput([refusedValue(option, file, allowance('file-too-long', { most: mostRules }))]);
  const value = await yamlValue(text, file, 'YAML or JSON');
  return readRules(value, path => [file, fieldPath(path)].filter(Boolean).join(': '));
}
