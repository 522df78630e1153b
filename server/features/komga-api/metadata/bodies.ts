import { z } from 'zod';

import { updateBook, updateSeries } from '../../../../shared/api/edits.ts';
import type { BookField, SeriesField } from '../../../../shared/api/metadata-fields.ts';
import type { EndpointParsed } from '../../../../shared/endpoint.ts';
import { badField } from '../../../../shared/errors.ts';
import { validate } from '../../../http/api/validate.ts';

type SeriesChange = EndpointParsed<typeof updateSeries>['body'];
type BookChange = EndpointParsed<typeof updateBook>['body'];

const text = z.string().nullish();
const lock = z.boolean().nullish();
const locks = <const Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [`${field}Lock`, lock])) as Record<
    `${Field}Lock`,
    typeof lock
  >;
const texts = z.array(z.string()).nullish();
const links = z.array(z.object({ label: z.string(), url: z.string() })).nullish();
const authors = z.array(z.object({ name: z.string(), role: z.string() })).nullish();

const statuses = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const;
const directions = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'vertical',
  WEBTOON: 'webtoon',
} as const;

/** Field of the format → our field. */
const seriesFields = {
  title: 'name',
  titleSort: 'name_sort',
  summary: 'summary',
  status: 'status',
  readingDirection: 'reading_direction',
  publisher: 'publisher',
  ageRating: 'age_rating',
  language: 'language',
  genres: 'genres',
  tags: 'tags',
  totalBookCount: 'total_volumes',
  links: 'external_links',
  alternateTitles: 'alternate_titles',
} as const satisfies Record<string, SeriesField>;
const bookFields = {
  title: 'title',
  summary: 'summary',
  number: 'number',
  numberSort: 'number',
  releaseDate: 'release_date',
  authors: 'authors',
  tags: 'tags',
  isbn: 'isbn',
  links: 'web_links',
} as const satisfies Record<string, BookField>;

const keysOf = <const Name extends string>(fields: Record<Name, string>) =>
  Object.keys(fields) as Name[];

/** The fields that the format does not leave empty: an empty value changes nothing. */
const required = new Set<string>(['name', 'name_sort', 'title']);
const listed = new Set<string>([
  ...['genres', 'tags', 'external_links', 'alternate_titles', 'authors', 'web_links'],
]);

export const seriesMetadataBody = z.object({
  title: text,
  titleSort: text,
  summary: text,
  status: z.enum(statuses).nullish(),
  readingDirection: z.enum(keysOf(directions)).or(z.literal('')).nullish(),
  publisher: text,
  ageRating: z.int().nullish(),
  language: text,
  genres: texts,
  tags: texts,
  totalBookCount: z.int().nullish(),
  links,
  alternateTitles: z.array(z.object({ label: z.string(), title: z.string() })).nullish(),
  sharingLabels: texts,
  sharingLabelsLock: lock,
  ...locks(keysOf(seriesFields)),
});
export type SeriesMetadataBody = z.infer<typeof seriesMetadataBody>;

export const bookMetadataBody = z.object({
  title: text,
  summary: text,
  number: text,
  numberSort: z.number().nullish(),
  releaseDate: text,
  authors,
  tags: texts,
  isbn: text,
  links,
  ...locks(keysOf(bookFields)),
});
export type BookMetadataBody = z.infer<typeof bookMetadataBody>;

/** An empty text clears a field, as null does; both empty a list. */
const ownValue = (field: string, value: unknown): unknown => {
  if (listed.has(field)) return value ?? [];
  return value === '' ? null : value;
};

/**
 * Values and locks under our names. Setting a value locks its field here, so that the next scan
 * keeps it: an unlock in the same request is left out.
 */
const translated = (
  body: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>>,
): { values: Record<string, unknown>; locks: Record<string, boolean> } => {
  const values: Record<string, unknown> = {};
  const own: Record<string, boolean> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = body[name];
    if (value !== undefined) {
      const set = ownValue(field, value);
      if (set !== null || !required.has(field)) values[field] = set;
    }
    const locked = body[`${name}Lock`];
    if (typeof locked === 'boolean') own[field] = locked;
  }
  const kept = Object.entries(own).filter(([field, locked]) => locked || !(field in values));
  return { values, locks: Object.fromEntries(kept) };
};

/** Throws BadRequest for a value that our own API does not accept either. */
export const seriesChangeOf = (body: SeriesMetadataBody): SeriesChange => {
  const { values, locks: own } = translated(
    {
      ...body,
      ...(body.status ? { status: body.status.toLowerCase() } : {}),
      ...(body.readingDirection ? { readingDirection: directions[body.readingDirection] } : {}),
    },
    seriesFields,
  );
  // They have no lock, because no scan writes them.
  if (body.sharingLabels !== undefined) values['labels'] = body.sharingLabels ?? [];
  return validate(updateSeries.body, { ...values, locks: own }, 'body') as SeriesChange;
};

/** Throws as `seriesChangeOf`. */
export const bookChangeOf = ({ number, ...body }: BookMetadataBody): BookChange => {
  const { values, locks: own } = translated(body, bookFields);
  // Octavo has one number, which is shown and sorted by.
  if (number !== undefined && body.numberSort === undefined) values['number'] = numberOf(number);
  if (typeof body.numberLock === 'boolean' && !('number' in values)) {
    own['number'] = body.numberLock;
  }
  return validate(updateBook.body, { ...values, locks: own }, 'body') as BookChange;
};

const numberOf = (number: string | null): number | null => {
  if (number === null || number.trim() === '') return null;
  const value = Number(number);
  if (!Number.isFinite(value)) throw badField('number', 'Write a number');
  return value;
};
