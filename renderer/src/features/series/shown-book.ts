import { create } from 'zustand';

/** A book that a list scrolls to, because it does not render it yet. */
export const useShownBook = create<{ id: string | null }>(() => ({ id: null }));
