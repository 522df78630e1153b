import { useState } from 'react';

/** Ids that a person ticks, among those that a list shows. */
export const useChosen = (shown: readonly string[]) => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = shown.filter((id) => ticked.has(id));
  return {
    /** In the order of the list. */
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
