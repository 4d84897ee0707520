import { createHash } from 'node:crypto';
import type { Organization } from '../mentions/organization.ts';
import type { MentionStore } from '../store/mention-store.ts';

/** From `setAt` on the watch looks for these (none: for nobody); answers the digest of the list. */
export async function keepList(
  mentions: Pick<MentionStore, 'setOrganizations'>,
  organizations: readonly Organization[],
  setAt: number,
): Promise<string> {
  const digest = listDigest(organizations);
  await mentions.setOrganizations({ digest, setAt, organizations });
  return digest;
}

/** Equal for equal lists: the first 16 hexadecimal digits of a SHA-256. */
export function listDigest(organizations: readonly Organization[]): string {
  const plain = organizations.map(({ id, name, aliases }) => [
    id,
    name,
    aliases.map(each => [
      ...[each.text, each.certainty, each.caseSensitive ?? null, each.require, each.exclude, each.notFollowedBy],
      ...[each.validFrom ?? null, each.validTo ?? null],
    ]),
  ]);
  return createHash('sha256').update(JSON.stringify(plain)).digest('hex').slice(0, 16);
}
