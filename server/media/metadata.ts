import type { BookMetadata } from '../../shared/api/books.ts';
import type { ReadingDirection } from '../../shared/api/libraries.ts';

/**
 * What a book says of itself, whatever its format: ComicInfo.xml, the package document of an EPUB, the
 * information of a PDF. Everything may be unknown.
 */
export interface EmbeddedMetadata extends BookMetadata {
  title: string | null;
  /** As the publisher sorts it; null where it follows from the title. */
  title_sort: string | null;
  series: string | null;
  /** As the publisher sorts the series. */
  series_sort: string | null;
  /** The name of the series in another language. */
  localized_series: string | null;
  /** Place in the series; may be decimal. */
  number: number | null;
  volume: number | null;
  /** Books that the complete series has. */
  count: number | null;
  /** `2026-01-15`. */
  release_date: string | null;
  /** BCP 47. */
  language: string | null;
  reading_direction: ReadingDirection | null;
}

/** What a book that says nothing of itself has on the wire. */
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
  release_date: null,
  language: null,
  reading_direction: null,
  ...emptyBookMetadata,
};

/** `first` where it says something, otherwise `second`; lists are taken as a whole. */
export const mergeMetadata = (
  first: EmbeddedMetadata,
  second: EmbeddedMetadata,
): EmbeddedMetadata => {
  const known = Object.entries(first).filter(([, value]: [string, unknown]) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
  return { ...second, ...Object.fromEntries(known) };
};
