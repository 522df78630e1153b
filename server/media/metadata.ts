import type { BookMetadata } from '../../shared/api/books.ts';
import type { ReadingDirection } from '../../shared/api/libraries.ts';

/**
 * Metadata embedded in a book of any format: ComicInfo.xml, an EPUB's package document, a PDF's
 * information dictionary. Any field can be unknown.
 */
export interface EmbeddedMetadata extends BookMetadata {
  title: string | null;
  /** The publisher's sort title; null if it follows from the title. */
  title_sort: string | null;
  series: string | null;
  /** The publisher's sort name of the series. */
  series_sort: string | null;
  /** The name of the series in another language. */
  localized_series: string | null;
  /** Position in the series; can be decimal. */
  number: number | null;
  volume: number | null;
  /** Number of books in the complete series. */
  count: number | null;
  /** Declared as not part of a series. */
  one_shot: boolean;
  /** `2026-01-15`. */
  release_date: string | null;
  /** BCP 47. */
  language: string | null;
  reading_direction: ReadingDirection | null;
}

/** The API representation of a book without embedded metadata. */
export const emptyBookMetadata: BookMetadata = {
  summary: null,
  authors: [],
  publisher: null,
  imprint: null,
  genres: [],
  tags: [],
  isbn: null,
  age_rating: null,
  story_arcs: [],
  characters: [],
  teams: [],
  locations: [],
  web_links: [],
  layout: null,
  community_rating: null,
  identifiers: [],
};

export const emptyMetadata: EmbeddedMetadata = {
  title: null,
  title_sort: null,
  series: null,
  series_sort: null,
  localized_series: null,
  number: null,
  volume: null,
  count: null,
  one_shot: false,
  release_date: null,
  language: null,
  reading_direction: null,
  ...emptyBookMetadata,
};

/** Takes each field from `first`, falling back to `second`; lists are never merged. */
export const mergeMetadata = (
  first: EmbeddedMetadata,
  second: EmbeddedMetadata,
): EmbeddedMetadata => {
  const known = Object.entries(first).filter(([, value]: [string, unknown]) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== false,
  );
  return { ...second, ...Object.fromEntries(known) };
};
