import { parseAgeRating } from '../../../media/age-ratings.ts';
import type { ImportRecord } from '../model.ts';
import { flagOf, foreignText, numberOf } from './values.ts';

type Row = Record<string, unknown>;

/** Columns by role; names in them are separated by line breaks or commas. */
const roles = {
  writer: 'writer',
  penciller: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  coverArtist: 'cover',
  editor: 'editor',
} as const;

const namesIn = (value: unknown): string[] =>
  (foreignText(value, 20_000) ?? '')
    .split(/[\n,]/)
    .map((name) => name.trim().slice(0, 255))
    .filter((name) => name !== '')
    .slice(0, 200);

/** Converts a date such as 5/6/2024 (day first), of which parts may be missing. */
const dayOf = (value: unknown): string | null => {
  const [, day, month, year] =
    /^(\d{0,2})\/(\d{0,2})\/(\d{4})$/.exec(foreignText(value) ?? '') ?? [];
  if (year === undefined) return null;
  const part = (text: string | undefined) => (text || '1').padStart(2, '0');
  return `${year}-${part(month)}-${part(day)}`;
};

/**
 * Metadata of an edited book. YACReader then no longer reads the file, so all values are locked. Without an
 * edit, the scan reads the same metadata from the file.
 */
export const yacreaderEdit = (row: Row, book: string): ImportRecord[] => {
  if (!flagOf(row['edited'])) return [];
  const given: Row = {
    title: foreignText(row['title']),
    number: numberOf(row['number']),
    release_date: dayOf(row['date']),
    language: foreignText(row['languageISO'], 50),
    summary: foreignText(row['synopsis'], 20_000),
    publisher: foreignText(row['publisher'], 255),
    imprint: foreignText(row['imprint'], 255),
    age_rating: parseAgeRating(foreignText(row['ageRating'])),
    authors: Object.entries(roles).flatMap(([column, role]) =>
      namesIn(row[column]).map((name) => ({ name, role })),
    ),
    genres: namesIn(row['genere']),
    tags: namesIn(row['tags']),
    characters: namesIn(row['characters']),
    teams: namesIn(row['teams']),
    locations: namesIn(row['locations']),
  };
  const values = Object.fromEntries(
    Object.entries(given).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
  const locks = Object.keys(values);
  if (locks.length === 0) return [];
  return [{ kind: 'edit', id: `book/${book}`, series: null, book, values, locks }];
};
