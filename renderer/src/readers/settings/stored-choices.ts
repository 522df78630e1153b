import { parsePart, partKey, type SettingsOverrides, type ChoicesPart } from './choices.ts';
import {
  defaultValues,
  fieldsOf,
  parseValues,
  preferenceKey,
  type ReadingKind,
  type SomeValues,
} from './fields.ts';

/** The server's preferences by key. */
export type PreferenceMap = Readonly<Record<string, unknown>>;

/** A preference to set; undefined resets it to the default. */
export interface PreferenceChange {
  key: string;
  value: unknown;
}

/** The server limits a preference to 64 KiB of JSON. */
const maxBytes = 60_000;

/** Reads all overrides for one kind of reader from the preferences. */
export const readChoices = (
  kind: ReadingKind,
  preferences: PreferenceMap,
): Omit<SettingsOverrides, 'device'> => ({
  defaults: differing(kind, preferences),
  profiles: parsePart.profiles(kind, preferences[partKey(kind, 'profiles')]),
  libraries: parsePart.choices(kind, preferences[partKey(kind, 'libraries')]),
  series: parsePart.choices(kind, preferences[partKey(kind, 'series')]),
  books: parsePart.choices(kind, preferences[partKey(kind, 'books')]),
});

/** The preference writes that turn `before` into `after`. */
export const changedPreferences = (
  kind: ReadingKind,
  before: Omit<SettingsOverrides, 'device'>,
  after: Omit<SettingsOverrides, 'device'>,
): PreferenceChange[] => [
  ...fieldsOf(kind)
    .filter((field) => !isSame(before.defaults[field], after.defaults[field]))
    .map((field) => ({ key: preferenceKey(kind, field), value: after.defaults[field] })),
  ...(['profiles', 'libraries', 'series', 'books'] as const satisfies ChoicesPart[])
    .filter((part) => !isSame(before[part], after[part]))
    .map((part) => ({ key: partKey(kind, part), value: trimmed(after[part]) })),
];

/** Applies changes to a preference map. */
export const withChanges = (
  preferences: PreferenceMap,
  changes: readonly PreferenceChange[],
): PreferenceMap => ({
  ...preferences,
  ...Object.fromEntries(changes.map(({ key, value }) => [key, value])),
});

const differing = (kind: ReadingKind, preferences: PreferenceMap): SomeValues => {
  const delivered: SomeValues = defaultValues(kind);
  const stored = Object.fromEntries(
    fieldsOf(kind)
      .map((field) => [field, preferences[preferenceKey(kind, field)]])
      .filter(([, value]) => value !== undefined),
  ) as SomeValues;
  return Object.fromEntries(
    Object.entries(parseValues(kind, stored)).filter(
      ([field, value]) => !isSame(value, delivered[field]),
    ),
  );
};

/** Drops the oldest entries until the rest fits. */
const trimmed = (part: SettingsOverrides[ChoicesPart]): unknown => {
  if (Array.isArray(part)) return part as unknown;
  let bytes = 2;
  const newestFirst = Object.entries(part).reverse();
  const kept = newestFirst.filter((entry) => {
    bytes += encoder.encode(JSON.stringify(entry)).length;
    return bytes < maxBytes;
  });
  return Object.fromEntries(kept.reverse());
};

const encoder = new TextEncoder();

const isSame = (value: unknown, other: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(other);
