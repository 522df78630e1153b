import { create } from 'zustand';

/** Whether the shortcut sheet is open. */
export const useShortcutSheet = create<{ open: boolean }>(() => ({ open: false }));

export const openShortcutSheet = (): void => useShortcutSheet.setState({ open: true });
export const closeShortcutSheet = (): void => useShortcutSheet.setState({ open: false });
