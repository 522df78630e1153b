import { parsePart, partKey, type Choices, type ChoicesPart } from './choices.ts';
import {
  defaultValues,
  fieldsOf,
  parseValues,
  preferenceKey,
  type ReadingKind,
  type SomeValues,
} from './fields.ts';

/** Preferences of the server by key. */
export type PreferenceMap = Readonly<Record<string, unknown>>;

/** A preference to set; undefined sets it back to what we deliver. */
export interface PreferenceChange {
  key: string;
  value: unknown;
}

/** The server takes 64 KiB of JSON for a key; what is kept for series stays below it. */
const maxBytes = 60_000;

/** What the server keeps of a person's choices for one kind of reader. */
export const readChoices = (
  kind: ReadingKind,
  preferences: PreferenceMap,
): Omit<Choices, 'device'> => ({
  defaults: differing(kind, preferences),
  profiles: parsePart.profiles(kind, preferences[partKey(kind, 'profiles')]),
  libraries: parsePart.choices(kind, preferences[partKey(kind, 'libraries')]),
  series: parsePart.choices(kind, preferences[partKey(kind, 'series')]),
});

/** What has to be written so that the server keeps `after`. */
export const changedPreferences = (
  kind: ReadingKind,
  before: Omit<Choices, 'device'>,
  after: Omit<Choices, 'device'>,
): PreferenceChange[] => [
  ...fieldsOf(kind)
    .filter((field) => !isSame(before.defaults[field], after.defaults[field]))
    .map((field) => ({ key: preferenceKey(kind, field), value: after.defaults[field] })),
  ...(['profiles', 'libraries', 'series'] as const satisfies ChoicesPart[])
    .filter((part) => !isSame(before[part], after[part]))
    .map((part) => ({ key: partKey(kind, part), value: trimmed(after[part]) })),
];

/** The map as it is after the changes. */
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

/** Forgets what was chosen longest ago until the rest fits. */
const trimmed = (part: Choices[ChoicesPart]): unknown => {
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

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
