/** The items in groups of `size`, the last one smaller; none where there are no items. */
export function* groupsOf<Item>(items: Iterable<Item>, size: number): Generator<Item[], void> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length === size) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}
