/** Runs `work` on every item, at most `most` at once; the results keep the order of the items. */
export async function sideBySide<From, To>(
  items: readonly From[],
  most: number,
  work: (item: From, index: number) => Promise<To>,
): Promise<To[]> {
  const answers = new Array<To>(items.length);
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) answers[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return answers;
}
