import { create } from 'zustand';

import type { SelectionKind } from '../selection/selection-store.ts';

/** The subject of an export: a library, or the selection of a list. */
export type ExportScope =
  { libraryId: string } | { selected: { kind: SelectionKind; ids: readonly string[] } };

/** The export dialog; a global store, so that any menu can open it. */
export const useExport = create<{ open: ExportScope | null }>(() => ({ open: null }));

export const openExport = (scope: ExportScope): void => useExport.setState({ open: scope });

export const closeExport = (): void => useExport.setState({ open: null });
