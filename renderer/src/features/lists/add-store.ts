import { create } from 'zustand';

/** What is to be put on a list; null while the dialog is closed. */
export interface Adding {
  kind: 'series' | 'books';
  ids: readonly string[];
}

export const useAdding = create<{ adding: Adding | null }>(() => ({ adding: null }));

/** Asks on which list these belong. */
export const openAddToList = (adding: Adding): void => useAdding.setState({ adding });

export const closeAddToList = (): void => useAdding.setState({ adding: null });
