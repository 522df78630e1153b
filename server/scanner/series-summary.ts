import type { BookMetadata } from '../../shared/api/books.ts';
import type { BookOfSeries, SeriesSummary } from './store.ts';

const unique = <Item>(items: Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item).toLowerCase(), item] as const)).values(),
];

/** The value that most books have; of several the first. */
const mostCommon = <Value>(values: (Value | null)[]): Value | null => {
  const counts = new Map<Value, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: Value | null = null;
  for (const [value, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = value;
  }
  return best;
};

/** A series of many authors is read by its main ones; this keeps the record short. */
const maxPeople = 100;

/**
 * What the books of a series, in order, say of it: the first summary, the earliest date, the highest age,
 * what most agree on, and everyone who worked on it. `year` and `publisher` of the folder win.
 */
export const summarizeSeries = (
  books: readonly BookOfSeries[],
  folder: { year: number | null; publisher: string | null },
): SeriesSummary => {
  const metadata = books.map((book) => JSON.parse(book.metadata) as Partial<BookMetadata>);
  const dates = books.flatMap(({ release_date: date }) => date ?? []).sort();
  const ages = metadata.flatMap(({ age_rating: age }) => age ?? []);
  const first = dates[0] ?? null;
  return {
    summary: books.find(({ summary }) => summary !== null)?.summary ?? null,
    publisher: folder.publisher ?? mostCommon(metadata.map(({ publisher }) => publisher ?? null)),
    imprint: mostCommon(metadata.map(({ imprint }) => imprint ?? null)),
    language: mostCommon(books.map(({ language }) => language)),
    year: folder.year ?? (first === null ? null : Number(first.slice(0, 4))),
    release_date: first,
    reading_direction: mostCommon(books.map(({ reading_direction: direction }) => direction)),
    age_rating: ages.length === 0 ? null : Math.max(...ages),
    authors: unique(
      metadata.flatMap(({ authors }) => authors ?? []),
      ({ name, role }) => `${role}\0${name}`,
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
