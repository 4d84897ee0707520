/** The results of `work` for the items, in their order, with at most `most` items under way. */
export async function* inOrder<Item, Made>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Made>,
  most: number,
): AsyncGenerator<Made> {
  const underWay: Promise<Made>[] = [];
  for await (const item of items) {
    const made = work(item);
    // A fault is thrown where its turn comes. Later faults would end the process.
    made.catch(() => undefined);
    underWay.push(made);
    if (underWay.length >= most) yield await underWay.shift()!;
  }
  while (underWay.length > 0) yield await underWay.shift()!;
}
