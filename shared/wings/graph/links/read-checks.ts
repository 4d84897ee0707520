import { unlessLost } from '../../../domain/lost-object.ts';
import {
  checksFolder,
  checksOpenName,
  decodeChecks,
  type ExternalCheck,
} from '../../../domain/protocol/external-check.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import type { ObjectStore } from '../../../ports/ports.ts';

/** By address. */
export type Checks = ReadonlyMap<string, ExternalCheck>;
/** Read once for all sites of a crawl; undefined: nobody requests them. */
export type ReadChecks = () => Promise<Checks | undefined>;
type Objects = Pick<ObjectStore, 'get' | 'list'>;

/** Checks of external addresses. */
export function externalChecks(objects: Objects, { checkExternal }: Pick<ResolvedSpec, 'checkExternal'>): ReadChecks {
  return readOnce(objects, checkExternal, ({ file }) => file === undefined);
}

/** Checks of linked rich files. */
export function richChecks(objects: Objects, { richFiles }: Pick<ResolvedSpec, 'richFiles'>): ReadChecks {
  return readOnce(objects, richFiles, ({ file }) => file !== undefined);
}

function readOnce(
  objects: Objects,
  isAsked: boolean | undefined,
  isWanted: (check: ExternalCheck) => boolean,
): ReadChecks {
  let known: Promise<Checks> | undefined;
  return async () => {
    if (isAsked === true) known ??= readChecks(objects, isWanted);
    return await known;
  };
}

/** Checks of such addresses as are wanted. The next resume requests lost addresses again. */
async function readChecks(objects: Objects, isWanted: (check: ExternalCheck) => boolean): Promise<Checks> {
  const known = new Map<string, ExternalCheck>();
  for (const name of await objects.list(checksFolder)) {
    if (name === checksOpenName) continue;
    const checks = await unlessLost(async () => decodeChecks(await objects.get(name)), []);
    for (const check of checks) if (isWanted(check)) known.set(check.url, check);
  }
  return known;
}
