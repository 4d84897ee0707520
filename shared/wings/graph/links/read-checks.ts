import { unlessLost } from '../../../domain/lost-object.ts';
import {
  checksFolder,
  checksOpenName,
  decodeChecks,
  type ExternalCheck,
} from '../../../domain/protocol/external-check.ts';
import type { ObjectStore } from '../../../ports.ts';

/** Checks of addresses that are wanted, by address. The next resume requests lost addresses again. */
export async function readChecks(
  objects: Pick<ObjectStore, 'get' | 'list'>,
  isWanted: (check: ExternalCheck) => boolean,
): Promise<ReadonlyMap<string, ExternalCheck>> {
  const known = new Map<string, ExternalCheck>();
  for (const name of await objects.list(checksFolder)) {
    if (name === checksOpenName) continue;
    const checks = await unlessLost(async () => decodeChecks(await objects.get(name)), []);
    for (const check of checks) if (isWanted(check)) known.set(check.url, check);
  }
  return known;
}
