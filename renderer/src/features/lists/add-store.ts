import { create } from 'zustand';

/** Items to add to a list; null while the dialog is closed. */
export interface ItemsToAdd {
  kind: 'series' | 'books';
  ids: readonly string[];
}

export const useAdding = create<{ adding: ItemsToAdd | null }>(() => ({ adding: null }));

/** Opens the dialog that chooses a list for these items. */
export const openAddToList = (adding: ItemsToAdd): void => useAdding.setState({ adding });

export const closeAddToList = (): void => useAdding.setState({ adding: null });
