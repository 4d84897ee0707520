import { readFileSync } from 'node:fs';
import { Dictionary } from '../../../../../shared/wings/publications/mentions/dictionary.ts';
import { findMentions } from '../../../../../shared/wings/publications/mentions/find-mentions.ts';
import { listedInTable } from '../../../../../shared/wings/publications/mentions/organization-table.ts';
import { readOrganizations } from '../../../../../shared/wings/publications/mentions/read-organizations.ts';

/** The dictionary of organizations given as a list in JSON gives them; a text is an organization with its name for id. */
export function dictionaryOf(...listed: readonly unknown[]): Dictionary {
  const value = listed.map(each => (typeof each === 'string' ? { id: each, name: each } : each));
  return new Dictionary(readOrganizations({ value, nameOf: path => path.join('.') }));
}

export function dictionaryOfTable(table: string): Dictionary {
  return new Dictionary(readOrganizations(listedInTable(table, 'list.csv')));
}

const exampleFile = new URL('../../../../../functions/cli/mentions/example-organizations.csv', import.meta.url);

/** The list of fourteen organizations that the product ships. */
export function exampleDictionary(): Dictionary {
  return dictionaryOfTable(readFileSync(exampleFile, 'utf8'));
}

/** Each mention as `id: surface`, a candidate with `?`, one in a longer name with `< id` of that. */
export function shown(text: string, dictionary: Dictionary, date?: string): readonly string[] {
  return findMentions(text, dictionary, date).mentions.map(
    ({ organization, surface, status, nestedIn }) =>
      `${organization}: ${surface}${status === 'candidate' ? '?' : ''}${nestedIn === null ? '' : ` < ${nestedIn}`}`,
  );
}

/** Why names of the list in a text are no mentions. */
export function reasons(text: string, dictionary: Dictionary, date?: string): readonly string[] {
  return findMentions(text, dictionary, date).rejected.map(({ reason }) => reason);
}
