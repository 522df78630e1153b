/** Looks up an untrusted key; inherited properties such as "constructor" are ignored. */
export const getOwn = <Value>(
  table: Readonly<Partial<Record<string, Value>>>,
  key: string,
): Value | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);
