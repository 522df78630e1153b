/** The first item of each key, in the given order. */
export const uniqueBy = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] => {
  const keys = new Set<unknown>();
  return items.filter((item) => keys.size < keys.add(keyOf(item)).size);
};
