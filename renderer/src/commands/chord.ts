/** The subset of `KeyboardEvent` that identifies a key. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'
>;

export const isMac: boolean = /Mac|iP(hone|ad|od)/.test(globalThis.navigator.userAgent);

const modifierKeys = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn']);

/**
 * Converts a key press to a chord such as `Mod+Shift+K`, `Alt+ArrowLeft`, `?` or `Space`; null
 * while only modifiers are pressed. Letters are upper case; `Mod` is Ctrl, or Cmd on a Mac, where
 * Ctrl stays `Ctrl`. Shift or AltGr that only produces a symbol is omitted, so that `?` and `[`
 * work on every layout.
 */
export const chordOf = (press: KeyPress, mac = isMac): string | null => {
  if (modifierKeys.has(press.key) || press.key === 'Dead' || press.key === 'Unidentified') {
    return null;
  }
  // Windows reports AltGr as Ctrl and Alt together.
  const isThirdLevel = press.getModifierState('AltGraph');
  const isSign = press.key.length === 1 && !/[\p{L}\p{N} ]/u.test(press.key);
  const held = [
    (mac ? press.metaKey : press.ctrlKey && !isThirdLevel) && 'Mod',
    mac && press.ctrlKey && 'Ctrl',
    !mac && press.metaKey && 'Meta',
    press.altKey && !isThirdLevel && 'Alt',
    press.shiftKey && !isSign && 'Shift',
  ].filter((name) => name !== false);
  return [...held, keyName(press.key)].join('+');
};

const keyName = (key: string) => {
  if (key === ' ') return 'Space';
  return key.length === 1 ? key.toUpperCase() : key;
};

const signs: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

const macSigns: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' };
const signsElsewhere: Record<string, string> = { Mod: 'Ctrl', Meta: 'Win' };

/** The keys of a chord as labelled on this platform: `['Ctrl', 'K']`, `['⌘', 'K']`. */
export const chordKeys = (chord: string, mac = isMac): string[] => {
  const names = mac ? macSigns : signsElsewhere;
  // In `Mod++` the last `+` is the key.
  const parts = chord.split(/\+(?=.)/);
  return parts.map((part) => names[part] ?? signs[part] ?? part);
};

/** A chord as one string, for tooltips: `Ctrl+K`, `⌘K`. */
export const chordLabel = (chord: string, mac = isMac): string =>
  chordKeys(chord, mac).join(mac ? '' : '+');
