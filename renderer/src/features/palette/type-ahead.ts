type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'getModifierState'>;

/** The text after a key; null if the key types nothing, as the arrows and shortcuts. */
export const typeAhead = (text: string, event: Key): string | null => {
  const { key, ctrlKey, altKey, metaKey } = event;
  // AltGr reports Ctrl and Alt on Windows, and types characters.
  const isShortcut = (ctrlKey || altKey || metaKey) && !event.getModifierState('AltGraph');
  if (isShortcut) return null;
  if (key === 'Backspace') return Array.from(text).slice(0, -1).join('');
  return Array.from(key).length === 1 ? text + key : null;
};
