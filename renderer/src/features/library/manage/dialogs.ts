import { create } from 'zustand';

import type { Library } from '../../../../../shared/api/libraries.ts';

export type LibraryDialog =
  /** `paths`: dropped folders, each added as a library in turn. */
  | { kind: 'add'; paths?: readonly string[] }
  | { kind: 'edit'; library: Library }
  | { kind: 'regroup'; library: Library }
  | { kind: 'delete'; library: Library }
  /** `folder`: the one to begin with, relative to the library. */
  | { kind: 'upload'; library: Library; files: readonly File[]; folder: string }
  /** After a change that takes effect with the next scan. */
  | { kind: 'scan'; library: Library };

/** The open library dialog; a global store, so that any menu can open it. */
export const useLibraryDialog = create<{ open: LibraryDialog | null }>(() => ({ open: null }));

export const openLibraryDialog = (open: LibraryDialog): void => useLibraryDialog.setState({ open });

export const closeLibraryDialog = (): void => useLibraryDialog.setState({ open: null });
