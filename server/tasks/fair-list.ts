/**
 * A waiting list that serves owners in turn: an owner with a hundred entries is not served sooner
 * than one with a single entry.
 */
export interface FairList<Item> {
  readonly size: number;
  /** Number of entries of an owner. */
  sizeOf(owner: string): number;
  add(owner: string, item: Item): void;
  take(): Item | undefined;
  /** Removes and returns all entries, in serving order. */
  drain(): Item[];
}

export const createFairList = <Item>(): FairList<Item> => {
  /** Owners in serving order. */
  const waiting = new Map<string, Item[]>();
  let size = 0;

  const dequeue = (): Item | undefined => {
    const [next] = waiting;
    if (!next) return undefined;
    const [owner, items] = next;
    const item = items.shift();
    size -= 1;
    waiting.delete(owner);
    if (items.length > 0) waiting.set(owner, items);
    return item;
  };

  return {
    get size() {
      return size;
    },
    sizeOf: (owner) => waiting.get(owner)?.length ?? 0,
    add: (owner, item) => {
      const items = waiting.get(owner);
      if (items) items.push(item);
      else waiting.set(owner, [item]);
      size += 1;
    },
    take: dequeue,
    drain: () => {
      const all: Item[] = [];
      while (size > 0) all.push(dequeue() as Item);
      return all;
    },
  };
};
