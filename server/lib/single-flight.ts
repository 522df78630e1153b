/** Single-flight: concurrent calls with the same key share one result. */
export const createSingleFlight = () => {
  const open = new Map<string, Promise<unknown>>();
  return {
    run: <T>(key: string, load: () => Promise<T>): Promise<T> => {
      const asked =
        open.get(key) ??
        Promise.resolve()
          .then(load)
          .finally(() => open.delete(key));
      open.set(key, asked);
      return asked as Promise<T>;
    },
    isOpen: (what: string) => open.has(what),
  };
};
