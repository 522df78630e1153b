import type { Side } from './navigation.ts';

export type Command =
  | 'turn-left'
  | 'turn-right'
  | 'turn-up'
  | 'turn-down'
  | 'next'
  | 'previous'
  | 'scroll-on'
  | 'scroll-back'
  | 'first'
  | 'last'
  | 'go-to'
  | 'next-book'
  | 'previous-book'
  | 'layout'
  | 'shift'
  | 'fit'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-reset'
  | 'thumbnails'
  | 'chrome'
  | 'settings'
  | 'incognito'
  | 'fullscreen'
  | 'help'
  | 'leave';

/** Keys by `KeyboardEvent.key`, upper and lower case alike; `Shift+` only where it matters. */
export const shortcuts: Record<Command, readonly string[]> = {
  'turn-left': ['ArrowLeft'],
  'turn-right': ['ArrowRight'],
  'turn-up': ['ArrowUp'],
  'turn-down': ['ArrowDown'],
  next: ['PageDown'],
  previous: ['PageUp'],
  'scroll-on': [' '],
  'scroll-back': ['Shift+ '],
  first: ['Home'],
  last: ['End'],
  'go-to': ['G'],
  'next-book': [']'],
  'previous-book': ['['],
  layout: ['D'],
  shift: ['O'],
  fit: ['F'],
  'zoom-in': ['+', '='],
  'zoom-out': ['-'],
  'zoom-reset': ['0'],
  thumbnails: ['T'],
  chrome: ['M'],
  settings: ['S'],
  incognito: ['N'],
  fullscreen: ['F11'],
  help: ['?'],
  leave: ['Escape'],
};

const arrows = {
  'turn-left': 'left',
  'turn-right': 'right',
  'turn-up': 'up',
  'turn-down': 'down',
} as const satisfies Partial<Record<Command, Side>>;

export type ArrowCommand = keyof typeof arrows;

/** The side that an arrow key points to; null for commands that point nowhere. */
export const sideOf = (command: Command): Side | null =>
  command in arrows ? arrows[command as ArrowCommand] : null;

const commandOf = new Map(
  Object.entries(shortcuts).flatMap(([command, keys]) =>
    keys.map((key) => [key, command as Command] as const),
  ),
);

/** The command of a key press; null for keys that belong to the browser or to nobody. */
export const commandFor = (
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): Command | null => {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return (event.shiftKey ? commandOf.get(`Shift+${key}`) : undefined) ?? commandOf.get(key) ?? null;
};

/** How a key is written on the shortcut sheet. */
export const keyLabel = (key: string): string =>
  key
    .replace('Shift+', '⇧ ')
    .replace(/ $/, 'Space')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→')
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replace('PageDown', 'Page ↓')
    .replace('PageUp', 'Page ↑')
    .replace('Escape', 'Esc');
