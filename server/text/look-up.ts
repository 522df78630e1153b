/** The value of a key that comes from a file; names that every object has, "constructor", are none. */
export const lookUp = <Value>(
  table: Readonly<Partial<Record<string, Value>>>,
  key: string,
): Value | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);
