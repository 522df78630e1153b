export interface Random {
  /** A number from 0 to 1, exclusive. */
  fraction: () => number;
  /** An integer from 0 to `end`, exclusive. */
  below: (end: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
}

/** Pseudo-random numbers from a seed (mulberry32). */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => (end < 1 ? 0 : Math.floor(fraction() * end));
  return {
    fraction,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
  };
};
