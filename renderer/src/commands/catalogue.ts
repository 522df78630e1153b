/** A key means the same in every reader; a test compares their keys. */
const everyReader = {
  'turn-left': ['ArrowLeft'],
  'turn-right': ['ArrowRight'],
  first: ['Home'],
  last: ['End'],
  back: ['Alt+ArrowLeft'],
  'next-book': [']'],
  'previous-book': ['['],
  bookmark: ['B'],
  settings: ['S', 'Mod+,'],
  incognito: ['N'],
  chrome: ['M'],
  fullscreen: ['F', 'F11'],
  leave: ['Escape'],
} as const;

/**
 * All commands with a keyboard shortcut, by scope, with their default chords in the notation of
 * `chord.ts`. `Mod` is Ctrl, or Cmd on a Mac.
 */
export const catalogue = {
  global: {
    palette: ['Mod+K'],
    find: ['Mod+F'],
    back: ['Alt+ArrowLeft'],
    forward: ['Alt+ArrowRight'],
    settings: ['Mod+,'],
    rail: ['Mod+B'],
    undo: ['Mod+Z'],
    scan: ['F5'],
    help: ['?'],
  },
  grid: {
    left: ['ArrowLeft'],
    right: ['ArrowRight'],
    up: ['ArrowUp'],
    down: ['ArrowDown'],
    'extend-left': ['Shift+ArrowLeft'],
    'extend-right': ['Shift+ArrowRight'],
    'extend-up': ['Shift+ArrowUp'],
    'extend-down': ['Shift+ArrowDown'],
    open: ['Enter'],
    select: ['Space'],
    'select-all': ['Mod+A'],
    read: ['R'],
    'toggle-read': ['U'],
    edit: ['E'],
    'want-to-read': ['W'],
  },
  comic: {
    ...everyReader,
    thumbnails: ['P'],
    chapters: ['T'],
    'go-to': ['G'],
    'turn-up': ['ArrowUp'],
    'turn-down': ['ArrowDown'],
    next: ['PageDown'],
    previous: ['PageUp'],
    'scroll-on': ['Space'],
    'scroll-back': ['Shift+Space'],
    layout: ['D'],
    shift: ['O'],
    fit: ['Z'],
    'zoom-in': ['+', '='],
    'zoom-out': ['-'],
    'zoom-reset': ['0'],
    magnifier: ['H'],
    crop: ['C'],
    'page-text': ['W'],
    'auto-scroll': ['X'],
    info: ['I'],
  },
  epub: {
    ...everyReader,
    contents: ['T'],
    find: ['Mod+F'],
    marks: ['A'],
    next: ['PageDown', 'ArrowDown', 'Space'],
    previous: ['PageUp', 'ArrowUp', 'Shift+Space'],
    'next-chapter': ['K'],
    'previous-chapter': ['J'],
    'size-up': ['+', '=', 'Mod++', 'Mod+='],
    'size-down': ['-', 'Mod+-'],
    layout: ['V'],
    'read-aloud': ['L'],
  },
  pdf: {
    ...everyReader,
    thumbnails: ['P'],
    contents: ['T'],
    find: ['Mod+F'],
    marks: ['A'],
    'go-to': ['G'],
    'scroll-up': ['ArrowUp'],
    'scroll-down': ['ArrowDown'],
    next: ['PageDown', 'Space'],
    previous: ['PageUp', 'Shift+Space'],
    'size-up': ['+', '=', 'Mod++', 'Mod+='],
    'size-down': ['-', 'Mod+-'],
    'size-reset': ['0', 'Mod+0'],
    fit: ['Z'],
    rotate: ['R'],
    invert: ['U'],
    layout: ['V'],
    double: ['D'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type Scope = keyof typeof catalogue;
export type CommandOf<S extends Scope> = keyof (typeof catalogue)[S] & string;

export const scopes = Object.keys(catalogue) as readonly Scope[];

export const commandsOf = <S extends Scope>(scope: S): readonly CommandOf<S>[] =>
  Object.keys(catalogue[scope]) as CommandOf<S>[];

/** Commands that work while a text field has the focus; all other keys go to the field. */
export const worksInFields: ReadonlySet<string> = new Set([
  'global.palette',
  'global.settings',
  'global.rail',
  'global.find',
  'comic.leave',
  'epub.leave',
  'epub.find',
  'pdf.leave',
  'pdf.find',
]);
