import { type Command, Option } from 'commander';
import { ofThisMachine } from '../publications/publications-program.ts';
import { atPlace, ofWatch, type PlaceOption } from '../publications/watch-place.ts';
import { lazily, type SetExitCode } from '../terminal/program-parts.ts';

/** The commands for the list of organizations of a watch, here and in an account. */
export function addOrganizations(watch: Command, place: PlaceOption, exit: SetExitCode): void {
  const organizations = watch
    .command('organizations')
    .description('say whom a watch looks for, and search what it has stored already');
  const isHere = place === ofThisMachine;
  const of = (name: string, description: string): Command => ofWatch(organizations, place, [name, description]);
  const load = async () => await import('./watch-organizations.ts');
  const set = of(
    'set',
    'from now on the watch looks for these; stored publications are searched too, also while it runs',
  )
    .argument('<list>', 'CSV, JSON or YAML ("orbweaver organizations check" looks at it before)')
    .action(atPlace(place, async () => (await load()).setWatchOrganizations, exit));
  if (isHere)
    set
      .option('--later', 'leave stored publications to "watch run" or "watch organizations search"')
      .option('--quiet', 'no lines about the search');
  of('list', 'list whom the watch looks for, and how many publications are searched').action(
    atPlace(place, async () => (await load()).listWatchOrganizations),
  );
  of('check', 'show collisions and doubtful names of the list, and what each name has found').action(
    atPlace(place, async () => (await import('./check-organizations.ts')).checkOfWatch),
  );
  of('suggestions', 'show abbreviations, people and organizations that the newest publications name beside the list')
    .addOption(new Option('--accept <text>', 'add this suggestion to the list').conflicts('dismiss'))
    .option('--dismiss <text>', 'never suggest it again')
    .action(atPlace(place, async () => (await import('./check-organizations.ts')).suggestOrganizations));
  if (isHere)
    organizations
      .command('search')
      .description('continue the search of stored publications where it was interrupted')
      .argument(...place.argument)
      .option('--quiet', 'no lines about the search')
      .action(lazily(async () => (await load()).searchOn, exit));
  of('remove', 'look for nobody any more; mentions that were found stay').action(
    atPlace(place, async () => (await load()).removeWatchOrganizations),
  );
}
