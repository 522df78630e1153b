import { create } from 'zustand';

/** The books to read again: of a library, of series, or these. */
export type ReprocessScope =
  | { kind: 'library'; ids: readonly [string]; name: string }
  | { kind: 'series' | 'books'; ids: readonly string[]; name?: string | undefined };

/** A dialog of an action on many records, with what it is for. */
export type BulkDialog =
  | { dialog: 'refresh'; scope: ReprocessScope }
  /** In the order in which they are numbered. */
  | { dialog: 'renumber'; bookIds: readonly string[] }
  /** With their files. */
  | { dialog: 'delete'; selected: { kind: 'series' | 'books'; ids: readonly string[] } }
  | { dialog: 'convert'; selected: { kind: 'series' | 'books'; ids: readonly string[] } }
  /** Of one series. */
  | { dialog: 'volume'; bookIds: readonly string[] };

/** The open dialog; a global store, so that any menu can open it. */
export const useBulkDialog = create<{ open: BulkDialog | null }>(() => ({ open: null }));

export const openBulkDialog = (open: BulkDialog): void => useBulkDialog.setState({ open });

export const closeBulkDialog = (): void => useBulkDialog.setState({ open: null });
