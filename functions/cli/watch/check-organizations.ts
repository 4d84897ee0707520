import { oneLine } from '../../../shared/domain/text-columns.ts';
import { checkOrganizations, decideSuggestion } from '../../../shared/place/operations/organization-operations.ts';
import type { SuggestionKind, TextSuggestion } from '../../../shared/wings/publications/mentions/suggest-from-texts.ts';
import { printCheck } from '../mentions/organizations-command.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { BadCommand, cutToWidth, formatCounted, terminalColumns } from '../terminal/print.ts';

interface JsonOutput {
  readonly json?: true;
}

/** `orbweaver watch organizations check`: what the list of a watch does in its own publications. */
export async function checkOfWatch({ perform }: WatchPlace, options: JsonOutput): Promise<void> {
  const { hits, sample: _, ...check } = await perform(checkOrganizations, { suggestions: false });
  printCheck(check, hits, options);
}

export interface SuggestionOptions extends JsonOutput {
  readonly accept?: string;
  readonly dismiss?: string;
}

const kinds: Readonly<Record<SuggestionKind, string>> = {
  explained: 'abbreviation, explained',
  role: 'person in a role',
  'explained-other': 'abbreviation of another',
  named: 'named in quotation marks or Latin letters',
  abbreviation: 'abbreviation',
  titled: 'name of an institution',
};

/** `orbweaver watch organizations suggestions`: lists names and people that texts have beside the list; accepts or dismisses one. */
export async function suggestOrganizations(place: WatchPlace, options: SuggestionOptions): Promise<void> {
  const { suggested = [] } = await place.perform(checkOrganizations, { suggestions: true });
  const chosen = options.accept ?? options.dismiss;
  if (chosen !== undefined)
    return await decide(place, suggested, chosen, options.accept === undefined ? 'dismiss' : 'accept');
  if (options.json) return void process.stdout.write(`${JSON.stringify(suggested, null, 2)}\n`);
  const lines = suggested.map(({ kind, text, organization, texts, example }) =>
    cutToWidth(
      `${oneLine(text)}${organization === null ? '' : ` [${oneLine(organization)}]`}: ${kinds[kind]}, ${formatCounted(texts, 'text')} (${oneLine(example)})`,
      terminalColumns,
    ),
  );
  process.stdout.write(lines.length === 0 ? 'Nothing to suggest.\n' : `${lines.join('\n')}\n`);
}

/** The first suggestion with this text. */
async function decide(
  { perform, command, name }: WatchPlace,
  suggested: readonly TextSuggestion[],
  chosen: string,
  action: 'accept' | 'dismiss',
): Promise<void> {
  const order = suggested.find(each => each.text === chosen);
  if (order === undefined)
    throw new BadCommand([
      `${oneLine(chosen)} is not suggested; allowed is a text that orbweaver ${command} organizations suggestions ${name} lists`,
    ]);
  const { kind, text, organization } = order;
  await perform(decideSuggestion, { action, kind, text, organization });
  const search =
    command === 'watch'
      ? `Search stored publications: orbweaver watch organizations search ${name}`
      : 'It is searched for.';
  process.stdout.write(action === 'accept' ? `Added. ${search}\n` : 'It is not suggested again.\n');
}
