/**
 * Every command that a key can give, by the part of the app that it belongs to, with its default
 * keys as `chord.ts` writes them. `Mod` is Ctrl, and Cmd on a Mac.
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
    'turn-left': ['ArrowLeft'],
    'turn-right': ['ArrowRight'],
    'turn-up': ['ArrowUp'],
    'turn-down': ['ArrowDown'],
    next: ['PageDown'],
    previous: ['PageUp'],
    'scroll-on': ['Space'],
    'scroll-back': ['Shift+Space'],
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
    magnifier: ['H'],
    crop: ['C'],
    bookmark: ['B'],
    'auto-scroll': ['A'],
    thumbnails: ['T'],
    chapters: ['L'],
    info: ['I'],
    incognito: ['N'],
    chrome: ['M'],
    settings: ['S'],
    fullscreen: ['F11'],
    leave: ['Escape'],
  },
  epub: {
    'turn-left': ['ArrowLeft'],
    'turn-right': ['ArrowRight'],
    next: ['PageDown', 'Space'],
    previous: ['PageUp', 'Shift+Space'],
    contents: ['T'],
    find: ['Mod+F'],
    bookmark: ['B'],
    'size-up': ['Mod++', 'Mod+='],
    'size-down': ['Mod+-'],
    layout: ['S'],
    chrome: ['M'],
    fullscreen: ['F11'],
    leave: ['Escape'],
  },
  pdf: {
    'turn-left': ['ArrowLeft'],
    'turn-right': ['ArrowRight'],
    next: ['PageDown'],
    previous: ['PageUp'],
    contents: ['T'],
    find: ['Mod+F'],
    bookmark: ['B'],
    'size-up': ['Mod++', 'Mod+='],
    'size-down': ['Mod+-'],
    layout: ['S'],
    chrome: ['M'],
    fullscreen: ['F11'],
    leave: ['Escape'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type Scope = keyof typeof catalogue;
export type CommandOf<S extends Scope> = keyof (typeof catalogue)[S] & string;

export const scopes = Object.keys(catalogue) as readonly Scope[];

export const commandsOf = <S extends Scope>(scope: S): readonly CommandOf<S>[] =>
  Object.keys(catalogue[scope]) as CommandOf<S>[];

/** These work while somebody types in a field; every other key belongs to the field then. */
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
