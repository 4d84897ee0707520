import { wordHash } from '../../../domain/word-hash.ts';
import type { Sampling } from './label.ts';

/** An organization in a publication that waits for a person. */
export interface QueueItem {
  readonly publication: number;
  readonly organization: string;
  /** Of the publication; copies have the cluster of their original. */
  readonly cluster: number;
  /** The probabilities of the model for it; absent if it says nothing. */
  readonly p?: Readonly<Record<'negative' | 'neutral' | 'positive', number>>;
  /** Engines give it several classes. */
  readonly enginesDisagree?: boolean;
}

export interface DrawnItem<Item extends QueueItem = QueueItem> {
  readonly item: Item;
  readonly sampling: Exclude<Sampling, 'search'>;
}

/** Of four draws two are random, one is uncertain, one is polar. */
const turns = ['random', 'uncertain', 'random', 'polar'] as const;

/** A number that stands for a place in an order without meaning, from 0 to 2³² - 1; equal on each machine. */
function drawNumber(
  { publication, organization }: Pick<QueueItem, 'publication' | 'organization'>,
  seed: string,
): number {
  let hash = wordHash(`${seed} ${publication} ${organization}`);
  // FNV's last letters reach its high bits hardly: mixed as in MurmurHash3.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Half of all subjects are drawn at random only: choosing by the model among them would bend the random sample. */
export function isForRandom(item: Pick<QueueItem, 'publication' | 'organization'>, seed: string): boolean {
  return drawNumber(item, `${seed} half`) % 2 === 0;
}

/**
 * The next `most` items for a person: half random, a quarter where the model is least certain, a quarter where it is most polar.
 * Of copies only the first is drawn. Equal items and seed give equal draws, whatever their order. If one way has nothing left,
 * the others go on. `isDone`: not to be drawn again; its place in the random order stays its own. `begun`: how many the person has
 * labelled, so that the ways go on in turn where only the first draw is taken each time.
 */
export function drawQueue<Item extends QueueItem>(
  items: readonly Item[],
  { seed, most, isDone }: { readonly seed: string; readonly most: number; readonly isDone: (item: Item) => boolean },
  begun = 0,
): readonly DrawnItem<Item>[] {
  const originals = withoutCopies(items).filter(item => !isDone(item));
  const random = originals.filter(item => isForRandom(item, seed) || item.p === undefined);
  const chosen = originals.filter(item => !isForRandom(item, seed) && item.p !== undefined);
  const lists = {
    random: ordered(random, item => drawNumber(item, seed)),
    uncertain: ordered(chosen, item => agreed(item) + Math.max(item.p!.negative, item.p!.neutral, item.p!.positive)),
    polar: ordered(chosen, item => agreed(item) - Math.abs(item.p!.positive - item.p!.negative)),
  };
  const drawn: DrawnItem<Item>[] = [];
  const taken = new Set<Item>();
  const next = { random: 0, uncertain: 0, polar: 0 };
  const take = (sampling: (typeof turns)[number]): boolean => {
    const list = lists[sampling];
    while (next[sampling] < list.length && taken.has(list[next[sampling]]!)) next[sampling] += 1;
    const item = list[next[sampling]];
    if (item === undefined) return false;
    taken.add(item);
    drawn.push({ item, sampling });
    return true;
  };
  const first = chosen.some(item => item.enginesDisagree) ? 1 : 0;
  for (let turn = first + begun; drawn.length < most && taken.size < originals.length; turn++)
    take(turns[turn % turns.length]!);
  return drawn;
}

/** Where engines disagree is asked first, and before all else that is chosen. */
function agreed({ enginesDisagree = false }: QueueItem): number {
  return enginesDisagree ? 0 : 2;
}

/** Of each cluster and organization the publication that was found first. */
function withoutCopies<Item extends QueueItem>(items: readonly Item[]): readonly Item[] {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = `${item.cluster} ${item.organization}`;
    const known = first.get(key);
    if (known === undefined || item.publication < known.publication) first.set(key, item);
  }
  return [...first.values()];
}

function ordered<Item extends QueueItem>(items: readonly Item[], value: (item: Item) => number): readonly Item[] {
  return items
    .map(item => ({ item, value: value(item) }))
    .toSorted(
      (a, b) =>
        a.value - b.value ||
        a.item.publication - b.item.publication ||
        (a.item.organization < b.item.organization ? -1 : 1),
    )
    .map(({ item }) => item);
}
