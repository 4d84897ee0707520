/** Publications that a person has elsewhere: addresses in a list, pages in archives. */
import { addAddresses } from '../../../shared/place/operations/source-operations.ts';
import { type AddedAddresses, mostAddedAddresses } from '../../../shared/place/watch-service.ts';
import { readArchives } from '../../embedded/watch/read-archives.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { readLines } from '../spec/read-text.ts';
import { BadCommand, formatCounted } from '../terminal/print.ts';
import { countedReasons } from './look-words.ts';

export interface AddPublicationsOptions {
  readonly urls?: string;
  readonly fromWarc?: readonly string[];
}

/** `orbweaver watch add`. */
export async function addPublications(place: WatchPlace, { urls, fromWarc }: AddPublicationsOptions): Promise<void> {
  if (urls === undefined && fromWarc === undefined)
    throw new BadCommand(['there is nothing to add; allowed are --urls and --from-warc.']);
  if (fromWarc !== undefined) await addArchived(place.name, fromWarc);
  if (urls !== undefined) await addListed(place, urls);
}

/** `orbweaver remote watches add`. */
export async function addAddressed(place: WatchPlace, { urls }: Pick<AddPublicationsOptions, 'urls'>): Promise<void> {
  if (urls === undefined) throw new BadCommand(['there is nothing to add; allowed is --urls.']);
  await addListed(place, urls);
}

async function addArchived(directory: string, files: readonly string[]): Promise<void> {
  const { pages, publications, versions } = await readArchives(directory, files, text =>
    process.stderr.write(`orbweaver: ${text}\n`),
  );
  const found = `${formatCounted(publications, 'publication')} and ${formatCounted(versions, 'further version')}`;
  process.stdout.write(`${formatCounted(pages, 'archived page')} of the sources: ${found} are added.\n`);
}

/** Adds the addresses of a file, one a line, some at a time. Throws `BadInput` for a file that is none, or is too long. */
async function addListed(place: WatchPlace, file: string): Promise<void> {
  const lines = (await readLines('--urls', file)).map(({ line }) => line.trim());
  const addresses = [...new Set(lines.filter(line => !line.startsWith('#')))];
  let sum: AddedAddresses = { added: 0, known: 0, refused: {} };
  for (let at = 0; at < addresses.length; at += mostAddedAddresses)
    sum = summed(sum, await place.perform(addAddresses, { addresses: addresses.slice(at, at + mostAddedAddresses) }));
  process.stdout.write(addedLine(sum));
}

function summed(a: AddedAddresses, b: AddedAddresses): AddedAddresses {
  const refused = { ...a.refused };
  for (const [why, count] of Object.entries(b.refused)) refused[why] = (refused[why] ?? 0) + count;
  return { added: a.added + b.added, known: a.known + b.known, refused };
}

function addedLine({ added, known, refused }: AddedAddresses): string {
  const left = countedReasons(refused, String);
  const said = `${formatCounted(added, 'address', 'addresses')} will be requested, each once; ${known} known before`;
  return `${said}${left === '' ? '' : `; left out: ${left}`}.\n`;
}
