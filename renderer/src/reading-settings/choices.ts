import { z } from 'zod';

import { parseValues, type ReadingKind, type SomeValues } from './fields.ts';

/** From general to particular; the nearest that names a field wins. */
export const readingLayers = ['default', 'library', 'series', 'device'] as const;
export type ReadingLayer = (typeof readingLayers)[number];

/** A named set of values that libraries, series and devices can refer to. */
export interface ReadingProfile {
  id: string;
  name: string;
  values: SomeValues;
}

/** What was chosen at one place: the values of a profile, and over them values of its own. */
export interface Choice {
  profile: string | null;
  values: SomeValues;
}

/** Everything that a person has chosen for one kind of reader. */
export interface Choices {
  /** For all books, where it differs from what we deliver. */
  defaults: SomeValues;
  profiles: readonly ReadingProfile[];
  libraries: Readonly<Record<string, Choice>>;
  series: Readonly<Record<string, Choice>>;
  device: Choice;
}

/** The book that is being read. */
export interface ReadingScope {
  libraryId: string;
  seriesId: string;
}

export const noChoice: Choice = { profile: null, values: {} };

export const noChoices: Choices = {
  defaults: {},
  profiles: [],
  libraries: {},
  series: {},
  device: noChoice,
};

export const isEmptyChoice = ({ profile, values }: Choice): boolean =>
  profile === null && Object.keys(values).length === 0;

/** Where the server keeps the three parts that have no preference of their own. */
export type ChoicesPart = 'profiles' | 'libraries' | 'series';
export const partKey = (kind: ReadingKind, part: ChoicesPart): string =>
  `client.octavo.reading.${kind}.${part}`;

/** Reads one choice; whatever is damaged or of another version counts as not chosen. */
export const parseChoice = (kind: ReadingKind, data: unknown): Choice => {
  const { profile, values } = choiceSchema.parse(data);
  return { profile, values: parseValues(kind, values) };
};

/** Reads the parts that the server keeps. */
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
  choices: (kind: ReadingKind, data: unknown): Record<string, Choice> =>
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

/** Letters of a profile's name. */
export const longestProfileName = 60;

const profileSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(longestProfileName),
  values: recordSchema.catch({}),
});
