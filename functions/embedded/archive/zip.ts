import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipMember {
  readonly name: string;
  /** Of a member of 4 GB and more it must be given: its size does not fit into the fields of a usual member. */
  readonly sizeBytes?: number;
  /** Stored as it is. */
  readonly isStored?: boolean;
  /** Its bytes; called once, when all members before it are in the archive. */
  readonly open: () => Readable | Promise<Readable>;
}

/** From here on, sizes may not fit into the fields of a usual member. */
const largeBytes = 4_000_000_000;

/**
 * A ZIP archive that is made while it is read: it takes no disk, and memory for a part of a member. It fails if a
 * member does, and the member that is open is closed with it. `mtime` is the time of all members, as a clock of this place shows it.
 */
export function zipOf(members: readonly ZipMember[], mtime = new Date()): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  let open: Readable | undefined;
  archive.once('close', () => open?.destroy());
  zip.on('error', (error: Error) => archive.destroy(error));
  for (const member of members) {
    const { name, sizeBytes = 0, isStored = false } = member;
    const options = { compress: !isStored, mtime, forceDosTimestamp: true, forceZip64Format: sizeBytes > largeBytes };
    zip.addReadStreamLazy(name, options, give => {
      opened(member).then(
        bytes => {
          open = bytes;
          open.once('error', (error: Error) => archive.destroy(error));
          if (archive.destroyed) open.destroy();
          else give(null, open);
        },
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return archive;
}

async function opened({ open }: ZipMember): Promise<Readable> {
  return await open();
}
