import { create } from 'zustand';

/** Books to move to a volume; null while the dialog is closed. */
export const useMoving = create<{ open: readonly string[] | null }>(() => ({ open: null }));

/** Opens the dialog that chooses a volume for these books of one series. */
export const openMoveToVolume = (bookIds: readonly string[]): void =>
  useMoving.setState({ open: bookIds });

export const closeMoveToVolume = (): void => useMoving.setState({ open: null });
