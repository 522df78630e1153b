import type { BookMetadata } from '../../../shared/api/books.ts';
import { uniqueBy } from '../../../shared/unique-by.ts';
import type { SeriesSidecar } from '../../media/series-json/series-json.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { naturalKey, sortTitle } from '../../text/natural.ts';
import type { BookOfSeries, SeriesSummary } from './series-store.ts';

/** Data about a series from one of its books; any field can be unknown. */
export interface SeriesFacts {
  name: string | null;
  /** The publisher's sort name. */
  sort: string | null;
  /** The name in another language. */
  localized: string | null;
  /** Number of books in the complete series. */
  count: number | null;
  /** The book is not part of a series. */
  one_shot: boolean;
}

/** Data from the name of a series folder. */
export interface SeriesFolder {
  name: string;
  year: number | null;
  publisher: string | null;
  /**
   * A folder for part of a series, "Specials": the series name in its books is that of the whole.
   */
  part: boolean;
}

/** Deduplicates ignoring case and accents, keeping the first spelling. */
const unique = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] =>
  uniqueBy(items, (item) => toSearchKey(nameOf(item)));

/** The most common value; of several the first. */
const mostCommon = <Value>(values: (Value | null | undefined)[]): Value | null => {
  const counts = new Map<Value, number>();
  for (const value of values) {
    if (value !== null && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  let best: Value | null = null;
  for (const [value, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = value;
  }
  return best;
};

/** The name that the books agree on, if at least half of them have one. */
const agreedName = (facts: readonly Partial<SeriesFacts>[]): string | null => {
  const names = facts.flatMap(({ name }) => name ?? []);
  const alike = unique(names, String);
  return alike.length === 1 && names.length * 2 >= facts.length ? (alike[0] ?? null) : null;
};

/** The direction that most books with one have, if at least half of all state one. */
const agreedDirection = (books: readonly BookOfSeries[]): string | null => {
  const stated = books.flatMap(({ reading_direction: direction }) => direction ?? []);
  return stated.length * 2 >= books.length ? mostCommon(stated) : null;
};

/** Maximum authors per series, to keep records short. */
const maxPeople = 100;

/**
 * Summarises a series from its books, in order: the name they agree on, the first summary, the
 * earliest date, the highest age rating, the most common values, and all contributors. Year and
 * publisher of the folder take precedence, and a series.json over everything.
 */
export const summarizeSeries = (
  books: readonly BookOfSeries[],
  folder: SeriesFolder,
  sidecar: SeriesSidecar | null,
): SeriesSummary => {
  const metadata = books.map((book) => JSON.parse(book.metadata) as Partial<BookMetadata>);
  const facts = books.map((book) => JSON.parse(book.series_facts) as Partial<SeriesFacts>);
  const dates = books.flatMap(({ release_date: date }) => date ?? []).sort();
  const ages = metadata.flatMap(({ age_rating: age }) => age ?? []);
  const first = dates[0] ?? null;
  const name = sidecar?.name ?? (folder.part ? null : agreedName(facts)) ?? folder.name;
  const nameSort = mostCommon(facts.map(({ sort }) => sort)) ?? sortTitle(name);
  const count = mostCommon(facts.map((fact) => fact.count));
  const byVolume = books.every(({ volume, chapter }) => volume !== null && chapter === null);
  const localized = unique(
    facts.flatMap((fact) => fact.localized ?? []),
    String,
  ).filter((title) => toSearchKey(title) !== toSearchKey(name));
  return {
    name,
    name_sort: nameSort,
    name_key: naturalKey(nameSort),
    summary: sidecar?.summary ?? books.find(({ summary }) => summary !== null)?.summary ?? null,
    publisher:
      sidecar?.publisher ??
      folder.publisher ??
      mostCommon(metadata.map(({ publisher }) => publisher)),
    imprint: sidecar?.imprint ?? mostCommon(metadata.map(({ imprint }) => imprint)),
    status: sidecar?.status ?? null,
    language: mostCommon(books.map(({ language }) => language)),
    year: sidecar?.year ?? folder.year ?? (first === null ? null : Number(first.slice(0, 4))),
    release_date: first,
    reading_direction: agreedDirection(books),
    age_rating: sidecar?.age_rating ?? (ages.length === 0 ? null : Math.max(...ages)),
    total_volumes: byVolume ? count : null,
    total_chapters: sidecar?.total_issues ?? (byVolume ? null : count),
    alternate_titles: localized.map((title) => ({ label: 'Localized', title })),
    authors: unique(
      metadata.flatMap(({ authors }) => authors ?? []),
      ({ name: author, role }) => `${role}\0${author}`,
    ).slice(0, maxPeople),
    genres: unique(
      metadata.flatMap(({ genres }) => genres ?? []),
      String,
    ),
    tags: unique(
      metadata.flatMap(({ tags }) => tags ?? []),
      String,
    ),
  };
};
