import { expect, test } from 'vitest';

import { lazyEnglish as en } from '../locales/lazy-english.ts';
import { lazyGerman as de } from '../locales/lazy-german.ts';
import { bindingsOf, chordsOf, conflictsOf, withChords, type CommandId } from './bindings.ts';
import { commandsOf, scopes } from './catalogue.ts';

const everyCommand = scopes.flatMap((scope) =>
  commandsOf(scope).map((command): CommandId => ({ scope, command })),
);
const next: CommandId = { scope: 'comic', command: 'next' };

/** Commands of different names that do the same. */
const same: Record<string, string> = {
  chapters: 'contents',
  'zoom-in': 'size-up',
  'zoom-out': 'size-down',
  'zoom-reset': 'size-reset',
  double: 'two-pages',
  'turn-up': 'previous',
  'turn-down': 'next',
  'scroll-up': 'previous',
  'scroll-down': 'next',
  'scroll-on': 'next',
  'scroll-back': 'previous',
};
const meaningOf = ({ scope, command }: CommandId): string =>
  scope === 'comic' && command === 'layout' ? 'two-pages' : (same[command] ?? command);

test('a key means the same in all readers', () => {
  const meanings = new Map<string, Set<string>>();
  for (const id of everyCommand.filter(({ scope }) => /^(comic|epub|pdf)$/.test(scope))) {
    for (const chord of chordsOf(id, {})) {
      meanings.set(chord, (meanings.get(chord) ?? new Set()).add(meaningOf(id)));
    }
  }
  expect([...meanings].filter(([, commands]) => commands.size > 1)).toEqual([]);
});

test('no key has two meanings by default', () => {
  for (const id of everyCommand) {
    for (const chord of chordsOf(id, {})) expect(conflictsOf(id, chord, {})).toEqual([]);
  }
});

test.each(['en', 'de'] as const)('every command has a name (%s)', (language) => {
  const texts: Record<string, Record<string, string>> = { en, de }[language].commands as never;
  for (const { scope, command } of everyCommand) {
    expect(texts[scope]?.[command], `${scope}.${command}`).toBeTruthy();
  }
});

test('a rebound key runs its new command, and the old keys none', () => {
  const overrides = withChords({}, next, ['J']);
  const bindings = bindingsOf('comic', overrides);
  expect(bindings.get('J')).toBe('next');
  expect(bindings.get('PageDown')).toBeUndefined();
  expect(chordsOf(next, withChords(overrides, next, ['PageDown']))).toEqual(['PageDown']);
});

test('only bindings that differ from the defaults are stored', () => {
  expect(withChords({ 'comic.next': ['J'] }, next, ['PageDown'])).toEqual({});
});

test('a key is taken by its own part of the app and by what works everywhere', () => {
  expect(conflictsOf(next, 'D', {})).toEqual([{ scope: 'comic', command: 'layout' }]);
  expect(conflictsOf(next, 'Mod+K', {})).toEqual([{ scope: 'global', command: 'palette' }]);
  expect(conflictsOf(next, 'E', {})).toEqual([]);
  const palette: CommandId = { scope: 'global', command: 'palette' };
  expect(conflictsOf(palette, 'E', {})).toEqual([{ scope: 'grid', command: 'edit' }]);
});
