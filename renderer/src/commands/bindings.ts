import { z } from 'zod';

import { clientPreference } from '../api/user-preferences.ts';
import { catalogue, commandsOf, scopes, type Scope } from './catalogue.ts';

/** What a person has bound otherwise: `comic.next` → chords; an empty list takes the keys away. */
export const keyboardPreference = clientPreference(
  'keyboard',
  z.record(z.string(), z.array(z.string().max(40)).max(8)),
  {},
);

export type Overrides = typeof keyboardPreference.initial;

export interface CommandId {
  scope: Scope;
  command: string;
}

export const commandName = ({ scope, command }: CommandId): string => `${scope}.${command}`;

/** The chords that give a command, the person's own or the defaults. */
export const chordsOf = (id: CommandId, overrides: Overrides): readonly string[] =>
  overrides[commandName(id)] ?? defaultChords(id);

export const defaultChords = ({ scope, command }: CommandId): readonly string[] =>
  (catalogue[scope] as Record<string, readonly string[]>)[command] ?? [];

/** Chord → command of one part of the app. */
export const bindingsOf = (scope: Scope, overrides: Overrides): ReadonlyMap<string, string> =>
  new Map(
    commandsOf(scope).flatMap((command) =>
      chordsOf({ scope, command }, overrides).map((chord) => [chord, command] as const),
    ),
  );

/**
 * Other commands that the chord gives already where this one can be given: those of its own part
 * and the global ones, which work everywhere.
 */
export const conflictsOf = (id: CommandId, chord: string, overrides: Overrides): CommandId[] =>
  scopes
    .filter((scope) => scope === id.scope || scope === 'global' || id.scope === 'global')
    .flatMap((scope) => commandsOf(scope).map((command): CommandId => ({ scope, command })))
    // Searching is the same intention in a book as in a list: the nearer part of the app takes it.
    .filter((other) => other.command !== id.command)
    .filter((other) => chordsOf(other, overrides).includes(chord));

/** The overrides with new chords of a command; its defaults are not kept as an override. */
export const withChords = (
  overrides: Overrides,
  id: CommandId,
  chords: readonly string[],
): Overrides => {
  const isDefault = chords.join(' ') === defaultChords(id).join(' ');
  const others = Object.entries(overrides).filter(([name]) => name !== commandName(id));
  return Object.fromEntries(isDefault ? others : [...others, [commandName(id), [...chords]]]);
};
