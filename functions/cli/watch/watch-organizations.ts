import { localClock, openLocalPublications, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { shippedModels } from '../../../shared/adapters/tone/open.ts';
import { listDigest } from '../../../shared/wings/publications/mentioned/list-digest.ts';
import { StoredSearch } from '../../../shared/wings/publications/mentioned/search-stored.ts';
import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import type { OrganizationList } from '../../../shared/wings/publications/store/mention-store.ts';
import { currentSearch } from '../../../shared/wings/publications/watch/current-search.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { onInterrupts } from '../commands/interrupts.ts';
import { readOrganizationFile } from '../mentions/read-organization-file.ts';
import { organizationLines } from '../mentions/shown-lines.ts';
import { formatCount, formatCounted } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';

export interface SetOrganizationsOptions {
  readonly later?: true;
  readonly quiet?: true;
}

/** `orbweaver watch organizations set`: the list of a watch; stored publications are searched with it. */
export async function setOrganizations(
  directory: string,
  list: string,
  { later, quiet }: SetOrganizationsOptions,
): Promise<number> {
  await readWatch(directory);
  const { organizations } = await readOrganizationFile('the list', list);
  await keepOrganizations(directory, organizations);
  if (!quiet)
    process.stderr.write(`From now on the watch looks for ${formatCounted(organizations.length, 'organization')}.\n`);
  return later ? exitCodes.finished : await searchOn(directory, { quiet: quiet === true });
}

/** Writes the list of a watch. */
export async function keepOrganizations(directory: string, organizations: readonly Organization[]): Promise<void> {
  using store = await openLocalPublications(directory);
  const digest = listDigest(organizations);
  await store.mentions.setOrganizations({ digest, setAt: localClock().now(), organizations });
}

/** `orbweaver watch organizations remove`. */
export async function removeOrganizations(directory: string): Promise<void> {
  await listOf(directory);
  await keepOrganizations(directory, []);
  process.stdout.write('No organizations are searched for from now on; mentions that were found stay.\n');
}

/** How often progress is reported, ms. */
const lineMs = 2_000;

/** `orbweaver watch organizations search`: searches stored publications that the list or the models have passed by. */
export async function searchOn(directory: string, { quiet }: { readonly quiet: boolean }): Promise<number> {
  await listOf(directory);
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
    if (search === undefined) throw noList(directory);
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

export interface ListOrganizationsOptions {
  readonly json?: true;
}

/** `orbweaver watch organizations list`. */
export async function listOrganizations(directory: string, { json }: ListOrganizationsOptions): Promise<void> {
  const { digest, setAt, organizations } = await listOf(directory);
  if (json) {
    process.stdout.write(`${JSON.stringify({ digest, setAt: new Date(setAt).toISOString(), organizations })}\n`);
    return;
  }
  process.stdout.write(organizationLines(organizations));
}

/** The list of a watch. Throws if there is no watch, or it has no list. */
export async function listOf(directory: string): Promise<OrganizationList> {
  await readWatch(directory);
  using store = await readLocalPublications(directory, false);
  const list = await store?.mentions.organizationList();
  if (list === undefined) throw noList(directory);
  return list;
}

function noList(directory: string): BadCommand {
  return new BadCommand([
    `the watch in ${directory} looks for no organizations; allowed is a list: orbweaver watch organizations set ${directory} LIST`,
  ]);
}
