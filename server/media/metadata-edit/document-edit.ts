import type { EmbeddedMetadata } from '../metadata.ts';

/** Fields that can be written into files. */
export const writableFields = [
  'title',
  'series',
  'number',
  'volume',
  'count',
  'summary',
  'release_date',
  'authors',
  'publisher',
  'imprint',
  'genres',
  'tags',
  'web_links',
  'language',
  'reading_direction',
  'characters',
  'teams',
  'locations',
  'story_arcs',
  'age_rating',
  'isbn',
] as const satisfies readonly (keyof EmbeddedMetadata)[];

export type WritableField = (typeof writableFields)[number];

/** The values that a file is to have; fields that are left out stay as they are in the file. */
export type WritableMetadata = Partial<Pick<EmbeddedMetadata, WritableField>>;

export interface FieldChange {
  field: WritableField;
  /** The bytes in the file. */
  before: unknown;
  after: unknown;
}

export interface DocumentEdit {
  /** The new document; null if nothing changes. */
  bytes: Buffer | null;
  changes: FieldChange[];
  /** Fields whose value the format cannot hold. */
  unwritable: WritableField[];
}

const comparable = (field: WritableField, value: unknown): unknown => {
  if (field === 'authors')
    return (value as EmbeddedMetadata['authors'])
      .map(({ name, role }) => `${role}\0${name}`)
      .sort();
  if (field === 'web_links')
    return (value as EmbeddedMetadata['web_links']).map(({ url }) => URL.parse(url)?.href ?? url);
  if (field === 'story_arcs')
    return (value as EmbeddedMetadata['story_arcs']).map((arc) => [arc.name, arc.number ?? null]);
  // Every reader assumes left to right, so that formats do not state it.
  if (field === 'reading_direction') return value === 'ltr' ? null : value;
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : value;
};

const isSame = (field: WritableField, a: unknown, b: unknown): boolean =>
  JSON.stringify(comparable(field, a)) === JSON.stringify(comparable(field, b));

/**
 * Edits a document so that reading it gives `wanted`. Each field is read back; one that the format
 * cannot hold stays as it was. `rewrite` returns the document with these fields, or null if it
 * cannot be edited.
 */
export const editDocument = (
  known: EmbeddedMetadata,
  wanted: WritableMetadata,
  {
    rewrite,
    read,
    isCloseEnough = () => false,
  }: {
    rewrite: (fields: WritableMetadata) => Buffer | null;
    read: (bytes: Buffer) => EmbeddedMetadata | null;
    /** Whether a value that is read back differently is still the best that the format can say. */
    isCloseEnough?: (field: WritableField, wanted: unknown, found: unknown) => boolean;
  },
): DocumentEdit => {
  const differing = writableFields.filter(
    (field) => field in wanted && !isSame(field, known[field], wanted[field]),
  );
  const pick = (fields: readonly WritableField[]): WritableMetadata =>
    Object.fromEntries(fields.map((field) => [field, wanted[field]]));
  const nothing = (unwritable: WritableField[]) => ({ bytes: null, changes: [], unwritable });
  if (differing.length === 0) return nothing([]);
  const first = rewrite(pick(differing));
  const found = first && read(first);
  if (!found) return nothing(differing);
  const writable = differing.filter(
    (field) =>
      !isSame(field, known[field], found[field]) &&
      (isSame(field, wanted[field], found[field]) ||
        isCloseEnough(field, wanted[field], found[field])),
  );
  const unwritable = differing.filter((field) => !writable.includes(field));
  if (writable.length === 0) return nothing(unwritable);
  const bytes = unwritable.length === 0 ? first : rewrite(pick(writable));
  const changes = writable.map((field) => ({ field, before: known[field], after: wanted[field] }));
  return { bytes, changes, unwritable };
};
