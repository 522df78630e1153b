import type { z } from 'zod';

import { readerPreferences } from '../../../shared/preferences.ts';

type Groups = typeof readerPreferences;

/** The readers that have settings of their own. */
export type ReadingKind = keyof Groups;

/** What the keys of a reader's preferences begin with; the rest is the name of the field. */
const prefixes = { comic: 'reader.', epub: 'reader.epub_', pdf: 'reader.pdf_' } as const;
type Prefixes = typeof prefixes;

/** A value for each field of a reader; `reader.epub_font` is the field `font` of kind `epub`. */
export type ReadingValues<Kind extends ReadingKind> = {
  [
    Key in keyof Groups[Kind] as Key extends `${Prefixes[Kind]}${infer Field}` ? Field : never
  ]: Groups[Kind][Key] extends { default: infer Value } ? Value : never;
};

export type ReadingField<Kind extends ReadingKind> = keyof ReadingValues<Kind> & string;

/** Some fields of a reader; which kind of reader is known from where they are kept. */
export type SomeValues = Record<string, unknown>;

export const fieldsOf = (kind: ReadingKind): string[] =>
  Object.keys(readerPreferences[kind]).map((key) => key.slice(prefixes[kind].length));

/** The key under which the server keeps the value of a field for all books. */
export const preferenceKey = (kind: ReadingKind, field: string): string => prefixes[kind] + field;

const definition = (
  kind: ReadingKind,
  field: string,
): { schema: z.ZodType; default: unknown } | undefined => {
  const group: Record<string, { schema: z.ZodType; default: unknown }> = readerPreferences[kind];
  const key = preferenceKey(kind, field);
  return Object.hasOwn(group, key) ? group[key] : undefined;
};

/** What holds where nobody has chosen anything. */
export const defaultValues = <Kind extends ReadingKind>(kind: Kind): ReadingValues<Kind> =>
  Object.fromEntries(
    fieldsOf(kind).map((field) => [field, definition(kind, field)?.default]),
  ) as ReadingValues<Kind>;

/** Keeps of stored or foreign data only what is a valid value of a field that exists. */
export const parseValues = (kind: ReadingKind, data: unknown): SomeValues => {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([field, value]) => {
      const result = definition(kind, field)?.schema.safeParse(value);
      return result?.success === true ? [[field, result.data]] : [];
    }),
  );
};
