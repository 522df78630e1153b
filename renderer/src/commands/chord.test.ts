import { expect, test } from 'vitest';

import { chordKeys, chordLabel, chordOf } from './chord.ts';

const press = (key: string, held: string[] = []) => ({
  key,
  shiftKey: held.includes('Shift'),
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  altKey: held.includes('Alt'),
  getModifierState: (name: string) => held.includes(name),
});

test.each([
  ['d', [], 'D'],
  ['D', ['Shift'], 'Shift+D'],
  [' ', [], 'Space'],
  [' ', ['Shift'], 'Shift+Space'],
  ['k', ['Ctrl'], 'Mod+K'],
  ['+', ['Ctrl', 'Shift'], 'Mod++'],
  ['ArrowLeft', ['Alt'], 'Alt+ArrowLeft'],
  ['Control', ['Ctrl'], null],
])('%j with %j held is %s', (key, held, chord) => {
  expect(chordOf(press(key, held), false)).toBe(chord);
});

test('a sign is the same key whether this keyboard needs Shift or AltGr for it', () => {
  expect(chordOf(press('?', ['Shift']), false)).toBe('?');
  expect(chordOf(press('['), false)).toBe('[');
  expect(chordOf(press('[', ['Ctrl', 'Alt', 'AltGraph']), false)).toBe('[');
});

test('the main modifier is Cmd on a Mac', () => {
  expect(chordOf(press('k', ['Meta']), true)).toBe('Mod+K');
  expect(chordOf(press('k', ['Ctrl']), true)).toBe('Ctrl+K');
  expect(chordOf(press('k', ['Meta']), false)).toBe('Meta+K');
});

test('keys are named as they are printed', () => {
  expect(chordLabel('Mod+Shift+K', false)).toBe('Ctrl+Shift+K');
  expect(chordLabel('Mod+Shift+K', true)).toBe('⌘⇧K');
  expect(chordKeys('Mod++', false)).toEqual(['Ctrl', '+']);
  expect(chordKeys('+', false)).toEqual(['+']);
  expect(chordKeys('Alt+ArrowLeft', false)).toEqual(['Alt', '←']);
});
