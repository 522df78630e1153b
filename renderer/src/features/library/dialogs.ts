import { create } from 'zustand';

import type { Library } from '../../../../shared/api/libraries.ts';

export type LibraryDialog =
  /** With the folders that were dropped: one library after the other. */
  | { kind: 'add'; paths?: readonly string[] }
  | { kind: 'edit'; library: Library }
  | { kind: 'regroup'; library: Library }
  | { kind: 'delete'; library: Library };

/** The dialog about a library that is open; one place, so that any menu can open it. */
export const useLibraryDialog = create<{ open: LibraryDialog | null }>(() => ({ open: null }));

export const openLibraryDialog = (open: LibraryDialog): void => useLibraryDialog.setState({ open });

export const closeLibraryDialog = (): void => useLibraryDialog.setState({ open: null });
