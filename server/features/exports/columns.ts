import type { bookColumnNames, seriesColumnNames } from '../../../shared/api/exports.ts';
import type { FullSeries } from '../../../shared/api/series-record.ts';
import type { BookWithMetadata } from '../books/service.ts';

/** Column heading → value of a record. */
export type Columns<Item, Name extends string = string> = Readonly<
  Record<Name, (item: Item) => unknown>
>;

const people = (authors: readonly { name: string; role: string }[]) =>
  authors.map(({ name, role }) => `${name} (${role})`);
const addresses = (links: readonly { url: string }[]) => links.map(({ url }) => url);

export const seriesColumns: Columns<FullSeries, (typeof seriesColumnNames)[number]> = {
  id: ({ id }) => id,
  library: (series) => series.library_name,
  name: ({ name }) => name,
  name_sort: (series) => series.name_sort,
  original_title: ({ metadata }) => metadata.original_title,
  alternate_titles: ({ metadata }) => metadata.alternate_titles.map(({ title }) => title),
  publisher: ({ publisher }) => publisher,
  imprint: ({ metadata }) => metadata.imprint,
  status: ({ status }) => status,
  language: ({ language }) => language,
  year: ({ year }) => year,
  release_date: (series) => series.release_date,
  age_rating: (series) => series.age_rating,
  reading_direction: (series) => series.reading_direction,
  total_volumes: ({ metadata }) => metadata.total_volumes,
  total_chapters: ({ metadata }) => metadata.total_chapters,
  book_count: (series) => series.book_count,
  page_count: (series) => series.page_count,
  file_size: (series) => series.file_size,
  read_status: (series) => series.read_status,
  authors: ({ metadata }) => people(metadata.authors),
  genres: ({ genres }) => genres,
  tags: ({ tags }) => tags,
  labels: ({ labels }) => labels,
  links: (series) => addresses(series.external_links),
  summary: ({ summary }) => summary,
  path: ({ path }) => path,
};

export const bookColumns: Columns<BookWithMetadata, (typeof bookColumnNames)[number]> = {
  id: ({ id }) => id,
  library: (book) => book.library_name,
  series: (book) => book.series_name,
  title: ({ title }) => title,
  number: ({ number }) => number,
  volume: ({ volume }) => volume,
  chapter: ({ chapter }) => chapter,
  release_date: (book) => book.release_date,
  language: ({ language }) => language,
  publisher: ({ metadata }) => metadata.publisher,
  imprint: ({ metadata }) => metadata.imprint,
  isbn: ({ metadata }) => metadata.isbn,
  age_rating: ({ metadata }) => metadata.age_rating,
  format: ({ format }) => format,
  page_count: (book) => book.page_count,
  file_size: (book) => book.file_size,
  file_hash: (book) => book.file_hash,
  current_page: ({ progress }) => progress?.current_page ?? null,
  is_completed: ({ progress }) => progress?.is_completed ?? null,
  authors: ({ metadata }) => people(metadata.authors),
  genres: ({ metadata }) => metadata.genres,
  tags: ({ metadata }) => metadata.tags,
  characters: ({ metadata }) => metadata.characters,
  teams: ({ metadata }) => metadata.teams,
  locations: ({ metadata }) => metadata.locations,
  story_arcs: ({ metadata }) => metadata.story_arcs.map(({ name }) => name),
  links: ({ metadata }) => addresses(metadata.web_links),
  summary: ({ metadata }) => metadata.summary,
  path: ({ path }) => path,
};
