/** Single-flight: concurrent calls with the same key share one result. */
export const createSingleFlight = () => {
  const open = new Map<string, Promise<unknown>>();
  return {
    run: <T>(key: string, load: () => Promise<T>): Promise<T> => {
      const result =
        open.get(key) ??
        Promise.resolve()
          .then(load)
          .finally(() => open.delete(key));
      open.set(key, result);
      return result as Promise<T>;
    },
    isOpen: (what: string) => open.has(what),
  };
};
