import { useState } from 'react';

/** Checkbox selection among the listed ids. */
export const useCheckedIds = (shown: readonly string[]) => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = shown.filter((id) => ticked.has(id));
  return {
    /** In list order. */
    chosen,
    has: (id: string) => ticked.has(id),
    toggle: (id: string) => {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setTicked(next);
    },
    all: () => setTicked(new Set(shown)),
    none: () => setTicked(new Set()),
  };
};
