/** One question at a time of each kind: who asks while it is open gets the same answer. */
export const createOnce = () => {
  const open = new Map<string, Promise<unknown>>();
  return {
    ask: <T>(what: string, question: () => Promise<T>): Promise<T> => {
      const asked =
        open.get(what) ??
        Promise.resolve()
          .then(question)
          .finally(() => open.delete(what));
      open.set(what, asked);
      return asked as Promise<T>;
    },
    isOpen: (what: string) => open.has(what),
  };
};
