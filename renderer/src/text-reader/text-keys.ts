export type TextCommand =
  | 'left'
  | 'right'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'next-chapter'
  | 'previous-chapter'
  | 'contents'
  | 'find'
  | 'bookmark'
  | 'marks'
  | 'larger'
  | 'smaller'
  | 'layout'
  | 'settings'
  | 'chrome'
  | 'incognito'
  | 'fullscreen'
  | 'leave';

const plain: Record<string, TextCommand> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  PageDown: 'next',
  PageUp: 'previous',
  ' ': 'next',
  Home: 'first',
  End: 'last',
  ']': 'next-chapter',
  '[': 'previous-chapter',
  t: 'contents',
  b: 'bookmark',
  a: 'marks',
  s: 'layout',
  m: 'chrome',
  n: 'incognito',
  F11: 'fullscreen',
  Escape: 'leave',
};
const withControl: Record<string, TextCommand> = {
  f: 'find',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  ',': 'settings',
};

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key asks of the reader of texts, or null. */
export const textCommandFor = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Key) => {
  if (altKey) return null;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (ctrlKey || metaKey) return withControl[name] ?? null;
  if (shiftKey && name === ' ') return 'previous';
  return plain[name] ?? null;
};
