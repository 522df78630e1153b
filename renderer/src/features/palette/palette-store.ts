import { create } from 'zustand';

import { typeAhead } from './type-ahead.ts';

export const usePalette = create<{ isOpen: boolean; text: string }>(() => ({
  isOpen: false,
  text: '',
}));

/**
 * Opens the palette. Keys that are typed before its field has the focus go into the text, because
 * its code may still be loading.
 */
export const openPalette = (): void => {
  usePalette.setState({ isOpen: true, text: '' });
  window.addEventListener('keydown', keepKey, { capture: true });
};

export const closePalette = (): void => {
  stopTypingAhead();
  usePalette.setState({ isOpen: false });
};

export const togglePalette = (): void =>
  usePalette.getState().isOpen ? closePalette() : openPalette();

/** For when the field has the focus, or will never have it. */
export const stopTypingAhead = (): void =>
  window.removeEventListener('keydown', keepKey, { capture: true });

const keepKey = (event: KeyboardEvent): void => {
  const text = typeAhead(usePalette.getState().text, event);
  if (text === null) return;
  // The page below must not run its own commands for these keys.
  event.preventDefault();
  event.stopImmediatePropagation();
  usePalette.setState({ text });
};
