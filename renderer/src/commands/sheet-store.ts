import { create } from 'zustand';

/** Whether the sheet with all keys is open. */
export const useShortcutSheet = create<{ open: boolean }>(() => ({ open: false }));

export const openShortcutSheet = (): void => useShortcutSheet.setState({ open: true });
export const closeShortcutSheet = (): void => useShortcutSheet.setState({ open: false });
