/**
 * The object that a watch keeps of a source: what it remembers, and its looks at publications. An item for each of these looks
 * would be written as often as the publication is looked at, with its entry of the index: half of what a watch costs.
 */
import type { WatchedAddress } from '../../../domain/protocol/watched-address.ts';

export interface KeptLooks {
  readonly memory: string | undefined;
  /** Publications by their identities. */
  readonly looks: ReadonlyMap<string, WatchedAddress>;
}

export const nothingKept: KeptLooks = { memory: undefined, looks: new Map() };

/** Publications of an object; further ones are items. A thousand are some 100 KB, deflated. */
export const mostKeptLooks = 5_000;

type Packed = readonly [identity: string, address: string | 0, due: number, fields: object | 0, state: string];

export function encodeKept({ memory, looks }: KeptLooks): string {
  const packed = [...looks.values()]
    .sort((a, b) => (a.identity < b.identity ? -1 : 1))
    .map(({ identity, address, due, fields, state }): Packed => {
      const isPlain = Object.keys(fields).length === 0;
      return [identity, address === identity ? 0 : address, due, isPlain ? 0 : fields, state];
    });
  return JSON.stringify({ version: 2, ...(memory !== undefined && { memory }), looks: packed });
}

export function decodeKept(text: string): KeptLooks {
  const { memory, looks } = JSON.parse(text) as { readonly memory?: string; readonly looks: readonly Packed[] };
  return { memory, looks: new Map(looks.map(each => [each[0], lookOf(each)])) };
}

function lookOf([identity, address, due, fields, state]: Packed): WatchedAddress {
  return {
    ...{ identity, address: address === 0 ? identity : address, kind: 'publication', due, state },
    fields: fields === 0 ? {} : (fields as Record<string, string>),
  };
}

/** Infinity where nothing is to be looked at. */
export function firstOfKept({ looks }: KeptLooks): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { due } of looks.values()) first = Math.min(first, due);
  return first;
}
