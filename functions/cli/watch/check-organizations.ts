import { localClock, openLocalPublications, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import { dismissSuggestion, withSuggestion } from '../../../shared/wings/publications/mentioned/accept-suggestion.ts';
import { checkOn, newestTexts, suggestedIn } from '../../../shared/wings/publications/mentioned/check-list.ts';
import { Dictionary } from '../../../shared/wings/publications/mentions/dictionary.ts';
import type { SuggestionKind, TextSuggestion } from '../../../shared/wings/publications/mentions/suggest-from-texts.ts';
import { printCheck } from '../mentions/organizations-command.ts';
import { cutToWidth, terminalColumns } from '../mentions/shown-lines.ts';
import { formatCounted } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { keepOrganizations, type ListOrganizationsOptions, listOf } from './watch-organizations.ts';

/** Publications whose texts are the sample, the newest. */
const mostTexts = 500;

/** `orbweaver watch organizations check`: what the list of a watch does in its own publications. */
export async function checkOfWatch(directory: string, options: ListOrganizationsOptions): Promise<void> {
  const { organizations } = await listOf(directory);
  using store = await readLocalPublications(directory, false);
  const { hits, sample: _, ...check } = checkOn(await newestTexts(store, mostTexts), new Dictionary(organizations));
  printCheck(check, hits, options);
}

async function suggestedFor(directory: string): Promise<readonly TextSuggestion[]> {
  const { organizations } = await listOf(directory);
  using store = await readLocalPublications(directory, false);
  const texts = await newestTexts(store, mostTexts);
  return suggestedIn(texts, new Dictionary(organizations), (await store?.mentions.dismissed()) ?? []);
}

export interface SuggestionOptions extends ListOrganizationsOptions {
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
export async function suggestOrganizations(directory: string, options: SuggestionOptions): Promise<void> {
  const suggested = await suggestedFor(directory);
  const chosen = options.accept ?? options.dismiss;
  if (chosen !== undefined) return await decideSuggestion(directory, suggested, chosen, options.accept !== undefined);
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
async function decideSuggestion(
  directory: string,
  suggested: readonly TextSuggestion[],
  text: string,
  isAccepted: boolean,
): Promise<void> {
  const order = suggested.find(each => each.text === text);
  if (order === undefined)
    throw new BadCommand([
      `${oneLine(text)} is not suggested; allowed is a text that orbweaver watch organizations suggestions ${directory} lists`,
    ]);
  if (isAccepted) await keepOrganizations(directory, withSuggestion((await listOf(directory)).organizations, order));
  else {
    using store = await openLocalPublications(directory);
    await dismissSuggestion(store.mentions, order, localClock().now());
  }
  process.stdout.write(
    isAccepted
      ? `Added. Search stored publications: orbweaver watch organizations search ${directory}\n`
      : 'It is not suggested again.\n',
  );
}
