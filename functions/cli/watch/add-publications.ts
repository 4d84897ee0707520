/** Publications that a person has elsewhere: addresses in a list, pages in archives. */
import { type AddedAddresses, mostAddedAddresses } from '../../../shared/place/watch-service.ts';
import { addAddresses } from '../../embedded/watch/change-entries.ts';
import { readText } from '../spec/read-text.ts';
import { formatCounted } from '../terminal/amounts.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { countedReasons } from './look-words.ts';

export interface AddPublicationsOptions {
  readonly urls?: string;
}

/** `orbweaver watch add`. */
export async function addPublications(directory: string, { urls }: AddPublicationsOptions): Promise<void> {
  if (urls === undefined) throw new BadCommand(['there is nothing to add; allowed are --urls and --from-warc.']);
  await addListed(urls, async some => await addAddresses(directory, some));
}

/** Adds the addresses of a file, one a line, some at a time. Throws `BadInput` for a file that is none, or is too long. */
export async function addListed(
  file: string,
  add: (addresses: readonly string[]) => Promise<AddedAddresses>,
): Promise<void> {
  const lines = (await readText('--urls', file)).split(/\r?\n/).map(line => line.trim());
  const addresses = [...new Set(lines.filter(line => line !== '' && !line.startsWith('#')))];
  let sum: AddedAddresses = { added: 0, known: 0, refused: {} };
  for (let at = 0; at < addresses.length; at += mostAddedAddresses)
    sum = summed(sum, await add(addresses.slice(at, at + mostAddedAddresses)));
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
