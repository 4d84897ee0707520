import { openLocalPublications } from '../../../shared/adapters/local/open.ts';
import { shippedModels } from '../../../shared/adapters/tone/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { oneLine, padColumns, textWidth } from '../../../shared/domain/text-columns.ts';
import { removeOrganizations, setOrganizations } from '../../../shared/place/operations/organization-operations.ts';
import { StoredSearch } from '../../../shared/wings/publications/mentioned/search-stored.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import { currentSearch } from '../../../shared/wings/publications/watch/current-search.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { onInterrupts } from '../commands/interrupts.ts';
import { readOrganizationFile } from '../mentions/read-organization-file.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { wholeList } from '../publications/whole-list.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { cutToWidth, formatCount, formatCounted, terminalColumns } from '../terminal/print.ts';

interface SetOptions {
  readonly later?: true;
  readonly quiet?: true;
}

/** `orbweaver watch organizations set`: the list of a watch; stored publications are searched with it. */
export async function setWatchOrganizations(
  { perform, command, name }: WatchPlace,
  list: string,
  { later, quiet }: SetOptions,
): Promise<number> {
  const { organizations } = await readOrganizationFile('the list', list);
  const { count } = await perform(setOrganizations, { organizations });
  const isHere = command === 'watch';
  const hint = isHere ? '' : ` How much is searched: orbweaver ${command} organizations list ${name}`;
  if (!quiet) process.stderr.write(`From now on the watch looks for ${formatCounted(count, 'organization')}.${hint}\n`);
  return later || !isHere ? exitCodes.finished : await searchOn(name, defined({ quiet }));
}

/** `orbweaver watch organizations remove`. */
export async function removeWatchOrganizations({ perform }: WatchPlace): Promise<void> {
  await perform(removeOrganizations, {});
  process.stdout.write('No organizations are searched for from now on; mentions that were found stay.\n');
}

/** How often progress is reported, ms. */
const lineMs = 2_000;

/** `orbweaver watch organizations search`: searches stored publications that the list or the models have passed by. */
export async function searchOn(directory: string, { quiet }: Pick<SetOptions, 'quiet'>): Promise<number> {
  await readWatch(directory);
  const store = await openLocalPublications(directory);
  let isStopped = false;
  const release = onInterrupts(
    () => {
      isStopped = true;
    },
    () => process.exit(exitCodes.stopped),
  );
  const say = (text: string): void => void (quiet ? undefined : process.stderr.write(`${text}\n`));
  try {
    const search = await currentSearch(store.mentions, store.labels, shippedModels)();
    if (search === undefined) throw new BadInput([refusal('no-organizations-here')]);
    const work = new StoredSearch({ publications: store, mentions: store.mentions }, search);
    const told = async (): Promise<string> => {
      const { searched, all } = await store.mentions.searchProgress(work.key);
      return `${formatCount(searched)} of ${formatCounted(all, 'publication')} searched`;
    };
    for (;;) {
      const until = performance.now() + lineMs;
      const isDone = await work.advance(() => !isStopped && performance.now() < until);
      if (isDone || isStopped) break;
      say(await told());
      // Interrupts are heard between two pieces.
      await new Promise(resolve => setImmediate(resolve));
    }
    say(`${await told()}.`);
    if (isStopped) say(`Go on by: orbweaver watch organizations search ${directory}`);
    return isStopped ? exitCodes.stopped : exitCodes.finished;
  } finally {
    release();
    store.close();
  }
}

/** `orbweaver watch organizations list`. */
export async function listWatchOrganizations(place: WatchPlace, { json }: { readonly json?: true }): Promise<void> {
  const { digest, set, searched, organizations } = await wholeList(place);
  const { searched: done, all } = searched!;
  process.stdout.write(
    json
      ? `${JSON.stringify({ digest, setAt: set, searched, organizations })}\n`
      : `${organizationLines(organizations)}${formatCount(done)} of ${formatCounted(all, 'publication')} searched.\n`,
  );
}

/** Longer ids move their names aside. */
const mostIdColumns = 24;

/** A line for each organization of a list: its id, its name, its other names. */
function organizationLines(organizations: readonly Organization[]): string {
  const idWidth = Math.max(0, ...organizations.map(({ id }) => textWidth(oneLine(id))));
  const lines = organizations.map(({ id, name, aliases }) => {
    const names = aliases.map(({ text }) => text).filter(text => text !== name);
    const more = names.length === 0 ? '' : ` (${oneLine(names.join(', '))})`;
    const shown = `${padColumns(oneLine(id), Math.min(idWidth, mostIdColumns))}  ${oneLine(name)}${more}`;
    return `${cutToWidth(shown, terminalColumns)}\n`;
  });
  return lines.join('');
}
