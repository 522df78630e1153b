import { z } from 'zod';

import { parseValues, type ReadingKind, type SomeValues } from './fields.ts';

/** From general to specific; the most specific layer that sets a field wins. */
export const readingLayers = ['default', 'library', 'series', 'book', 'device'] as const;
export type ReadingLayer = (typeof readingLayers)[number];

/** A named set of values that libraries, series, books and devices can use. */
export interface ReadingProfile {
  id: string;
  name: string;
  values: SomeValues;
}

/** Settings of one layer: a profile, and values that override it. */
export interface SettingsOverride {
  profile: string | null;
  values: SomeValues;
}

/** All overrides of a user for one kind of reader. */
export interface SettingsOverrides {
  /** For all books, where they differ from the built-in defaults. */
  defaults: SomeValues;
  profiles: readonly ReadingProfile[];
  libraries: Readonly<Record<string, SettingsOverride>>;
  series: Readonly<Record<string, SettingsOverride>>;
  books: Readonly<Record<string, SettingsOverride>>;
  device: SettingsOverride;
}

/** The book being read; its ids are empty where no book is open. */
export interface ReadingScope {
  libraryId: string;
  seriesId: string;
  bookId: string;
}

/** The scope of settings that are changed without a book. */
export const noBook: ReadingScope = { libraryId: '', seriesId: '', bookId: '' };

export const noChoice: SettingsOverride = { profile: null, values: {} };

export const isEmptyChoice = ({ profile, values }: SettingsOverride): boolean =>
  profile === null && Object.keys(values).length === 0;

/** Preference keys on the server for the parts stored as JSON. */
export type ChoicesPart = 'profiles' | 'libraries' | 'series' | 'books';
export const partKey = (kind: ReadingKind, part: ChoicesPart): string =>
  `client.octavo.reading.${kind}.${part}`;

/** Parses a layer's settings; invalid data counts as unset. */
export const parseChoice = (kind: ReadingKind, data: unknown): SettingsOverride => {
  const { profile, values } = choiceSchema.parse(data);
  return { profile, values: parseValues(kind, values) };
};

/** Parsers of the parts stored on the server. */
export const parsePart = {
  profiles: (kind: ReadingKind, data: unknown): ReadingProfile[] =>
    z
      .array(z.unknown())
      .catch([])
      .parse(data)
      .flatMap((item) => {
        const { success, data: profile } = profileSchema.safeParse(item);
        return success ? [{ ...profile, values: parseValues(kind, profile.values) }] : [];
      }),
  choices: (kind: ReadingKind, data: unknown): Record<string, SettingsOverride> =>
    Object.fromEntries(
      Object.entries(recordSchema.catch({}).parse(data)).map(([id, choice]) => [
        id,
        parseChoice(kind, choice),
      ]),
    ),
};

const recordSchema = z.record(z.string(), z.unknown());

const choiceSchema = z
  .object({
    profile: z.string().nullable().catch(null),
    values: recordSchema.catch({}),
  })
  .catch({ profile: null, values: {} });

/** Maximum length of a profile name. */
export const maxProfileNameLength = 60;

const profileSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(maxProfileNameLength),
  values: recordSchema.catch({}),
});
