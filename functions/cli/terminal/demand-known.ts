import { BadCommand } from './bad-command.ts';

const mostNames = 20;

/** Throws `BadCommand` where the value of an option is none of the names that there are. */
export function demandKnown(option: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  const more = known.length > mostNames ? ` and ${known.length - mostNames} more` : '';
  throw new BadCommand([
    `${option} ${value} is not known; allowed is ${known.length === 0 ? 'none yet' : known.slice(0, mostNames).join(', ')}${more}.`,
  ]);
}

/** Throws `BadCommand` where the list of the watch has no such organization: nothing would be found, whatever was published. */
export async function demandOrganization(
  organization: string | undefined,
  mentions: {
    organizationList(): Promise<{ readonly organizations: readonly { readonly id: string }[] } | undefined>;
  },
): Promise<void> {
  if (organization === undefined) return;
  const list = await mentions.organizationList();
  demandKnown(
    '--organization',
    organization,
    (list?.organizations ?? []).map(({ id }) => id),
  );
}
