import { listOf, mapOf, text } from '../ui/checks.ts';
import { clientPreference } from '../ui/user-preferences.ts';
import { catalogue, commandsOf, scopes, type Scope } from './catalogue.ts';

/**
 * The user's overrides: command name (`comic.next`) → chords; an empty list unbinds the command.
 */
export const keyboardPreference = clientPreference('keyboard', mapOf(listOf(text(40), 8)), {});

export type Overrides = typeof keyboardPreference.initial;

export interface CommandId {
  scope: Scope;
  command: string;
}

export const commandName = ({ scope, command }: CommandId): string => `${scope}.${command}`;

/** The chords of a command: the user's or the defaults. */
export const chordsOf = (id: CommandId, overrides: Overrides): readonly string[] =>
  overrides[commandName(id)] ?? defaultChords(id);

export const defaultChords = ({ scope, command }: CommandId): readonly string[] =>
  (catalogue[scope] as Record<string, readonly string[]>)[command] ?? [];

/** Chord → command within one scope. */
export const bindingsOf = (scope: Scope, overrides: Overrides): ReadonlyMap<string, string> =>
  new Map(
    commandsOf(scope).flatMap((command) =>
      chordsOf({ scope, command }, overrides).map((chord) => [chord, command] as const),
    ),
  );

/**
 * Other commands with this chord that could run in its place: those of the same scope and the
 * global ones; for a global command, those of every scope.
 */
export const conflictsOf = (id: CommandId, chord: string, overrides: Overrides): CommandId[] =>
  scopes
    .filter((scope) => scope === id.scope || scope === 'global' || id.scope === 'global')
    .flatMap((scope) => commandsOf(scope).map((command): CommandId => ({ scope, command })))
    // Not a conflict: the same command in a narrower scope overrides the global one, e.g. search.
    .filter((other) => other.command !== id.command)
    .filter((other) => chordsOf(other, overrides).includes(chord));

/** Returns overrides with new chords for a command; default chords are not stored. */
export const withChords = (
  overrides: Overrides,
  id: CommandId,
  chords: readonly string[],
): Overrides => {
  const isDefault = chords.join(' ') === defaultChords(id).join(' ');
  const others = Object.entries(overrides).filter(([name]) => name !== commandName(id));
  return Object.fromEntries(isDefault ? others : [...others, [commandName(id), [...chords]]]);
};
