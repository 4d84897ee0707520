import type { Change } from './compare-sites.ts';

type KindOf<Of extends Change> = Of extends Change ? `${Of['what']} ${Of['change']}` : never;
export type ChangeKind = KindOf<Change>;

/** In the order in which they are reported. */
export const changeKinds: readonly ChangeKind[] = [
  'page appeared',
  'page vanished',
  'page not comparable',
  'page changed',
  'page moved',
  'link appeared',
  'link vanished',
  'external appeared',
  'external vanished',
  'issue appeared',
  'issue vanished',
];

export function kindOf({ what, change }: Change): ChangeKind {
  return `${what} ${change}` as ChangeKind;
}
