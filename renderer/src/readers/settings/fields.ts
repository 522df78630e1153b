import type { z } from 'zod';

import { readerPreferences } from '../../../../shared/preferences.ts';

type Groups = typeof readerPreferences;

/** The kinds of readers with settings. */
export type ReadingKind = keyof Groups;

/** Prefixes of the preference keys of each reader; the rest is the field name. */
const prefixes = { comic: 'reader.', epub: 'reader.epub_', pdf: 'reader.pdf_' } as const;
type Prefixes = typeof prefixes;

/** All fields of a reader with their types; `reader.epub_font` is field `font` of kind `epub`. */
export type ReadingValues<Kind extends ReadingKind> = {
  [
    Key in keyof Groups[Kind] as Key extends `${Prefixes[Kind]}${infer Field}` ? Field : never
  ]: Groups[Kind][Key] extends { default: infer Value } ? Value : never;
};

export type ReadingField<Kind extends ReadingKind> = keyof ReadingValues<Kind> & string;

/** Some fields of a reader; the kind is known from the context. */
export type SomeValues = Record<string, unknown>;

export const fieldsOf = (kind: ReadingKind): string[] =>
  Object.keys(readerPreferences[kind]).map((key) => key.slice(prefixes[kind].length));

/** The preference key of a field's value for all books. */
export const preferenceKey = (kind: ReadingKind, field: string): string => prefixes[kind] + field;

interface Definition {
  schema: z.ZodType;
  default: unknown;
  values?: readonly string[];
  min?: number;
  max?: number;
}

const definition = (kind: ReadingKind, field: string): Definition | undefined => {
  const group: Record<string, Definition> = readerPreferences[kind];
  const key = preferenceKey(kind, field);
  return Object.hasOwn(group, key) ? group[key] : undefined;
};

/** Built-in defaults. */
export const defaultValues = <Kind extends ReadingKind>(kind: Kind): ReadingValues<Kind> =>
  Object.fromEntries(
    fieldsOf(kind).map((field) => [field, definition(kind, field)?.default]),
  ) as ReadingValues<Kind>;

/** The values of an enumeration; undefined for other fields. */
export const namedValues = (kind: ReadingKind, field: string): readonly string[] | undefined =>
  definition(kind, field)?.values;

/** The smallest and the largest value of a number. */
export const boundsOf = (kind: ReadingKind, field: string): { min: number; max: number } => {
  const { min = 0, max = 0 } = definition(kind, field) ?? {};
  return { min, max };
};

/** Filters stored or untrusted data to valid values of existing fields. */
export const parseValues = (kind: ReadingKind, data: unknown): SomeValues => {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([field, value]) => {
      const result = definition(kind, field)?.schema.safeParse(value);
      return result?.success === true ? [[field, result.data]] : [];
    }),
  );
};
