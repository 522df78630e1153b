import {
  type ForeignDatabase,
  type ForeignLimits,
  openForeignDatabase,
} from '../../lib/foreign-database/foreign-database.ts';
import { parseDate, parseIsbn, parseLanguage, parseLinks } from '../../media/comic-info/values.ts';
import { plainText } from '../../media/epub/plain-text.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../../media/metadata.ts';

/** A book of a calibre library. */
export interface CalibreBook {
  id: number;
  /** When calibre changed it, milliseconds since the epoch. */
  modifiedMs: number;
  metadata: EmbeddedMetadata;
}

/** The tables that calibre 2 and later have; newer columns are left alone. */
const schema = {
  tables: {
    books: ['id', 'title', 'sort', 'pubdate', 'series_index', 'path', 'last_modified'],
    data: ['book', 'format', 'name'],
    authors: ['id', 'name'],
    books_authors_link: ['id', 'book', 'author'],
    series: ['id', 'name', 'sort'],
    books_series_link: ['book', 'series'],
    tags: ['id', 'name'],
    books_tags_link: ['id', 'book', 'tag'],
    publishers: ['id', 'name'],
    books_publishers_link: ['book', 'publisher'],
    languages: ['id', 'lang_code'],
    books_languages_link: ['book', 'lang_code', 'item_order'],
    identifiers: ['book', 'type', 'val'],
    comments: ['book', 'text'],
  },
};

const limits: Partial<ForeignLimits> = {
  maxBytes: 2 * 1024 ** 3,
  maxRows: 5_000_000,
  maxValueBytes: 4 * 1024 ** 2,
  maxMs: 30_000,
};

/** Characters of a name. */
const maxName = 1000;
/** Characters of a description with its markup. */
const maxComment = 256 * 1024;
/** Values of one kind for a book. */
const maxValues = 200;

const textOf = (value: unknown, max = maxName): string | null =>
  typeof value === 'string'
    ? value
        .slice(0, max)
        .replace(/[^\P{Cc}\n]/gu, ' ')
        .trim() || null
    : null;

const timeOf = (value: unknown): number => {
  const ms = typeof value === 'string' ? Date.parse(value.replace(' ', 'T')) : Number.NaN;
  return Number.isFinite(ms) ? ms : 0;
};

const dateOf = (value: unknown): string | null => {
  const match = /^(\d{4})-(\d\d)-(\d\d)/.exec(typeof value === 'string' ? value : '');
  return match ? parseDate(Number(match[1]), Number(match[2]), Number(match[3])) : null;
};

/** The values of a query with a book and a value, in order. */
const valuesByBook = async (
  database: ForeignDatabase,
  sql: string,
  max = maxName,
): Promise<Map<unknown, string[]>> => {
  const values = new Map<unknown, string[]>();
  for await (const rows of database.batches<{ book: unknown; value: unknown }>(sql)) {
    for (const { book, value } of rows) {
      const text = textOf(value, max);
      const known = values.get(book) ?? [];
      if (text !== null && known.length < maxValues) known.push(text);
      values.set(book, known);
    }
  }
  return values;
};

const linked = (table: string, column: string, link: string, order = 'l.rowid') =>
  `SELECT l.book, v.${column} AS value FROM books_${table}_link l JOIN ${table} v ON v.id = l.${link}
   ORDER BY l.book, ${order}`;

const readValues = async (database: ForeignDatabase) => ({
  authors: await valuesByBook(database, linked('authors', 'name', 'author')),
  series: await valuesByBook(database, linked('series', 'name', 'series')),
  tags: await valuesByBook(database, linked('tags', 'name', 'tag')),
  publishers: await valuesByBook(database, linked('publishers', 'name', 'publisher')),
  languages: await valuesByBook(
    database,
    linked('languages', 'lang_code', 'lang_code', 'l.item_order'),
  ),
  isbns: await valuesByBook(
    database,
    "SELECT book, val AS value FROM identifiers WHERE type = 'isbn'",
  ),
  links: await valuesByBook(
    database,
    "SELECT book, val AS value FROM identifiers WHERE type IN ('uri', 'url')",
  ),
  comments: await valuesByBook(database, 'SELECT book, text AS value FROM comments', maxComment),
});

interface BookRow {
  id: unknown;
  title: unknown;
  sort: unknown;
  pubdate: unknown;
  series_index: unknown;
  path: unknown;
  last_modified: unknown;
}

const toMetadata = (
  row: BookRow,
  values: Awaited<ReturnType<typeof readValues>>,
): EmbeddedMetadata => {
  const valuesOf = (name: keyof typeof values): string[] => values[name].get(row.id) ?? [];
  const series = valuesOf('series')[0] ?? null;
  const subjects = valuesOf('tags');
  const isHeading = (name: string) => name.includes('--');
  const comment = valuesOf('comments')[0];
  const { series_index: index } = row;
  return {
    ...emptyMetadata,
    title: textOf(row.title),
    title_sort: textOf(row.sort),
    series,
    number: series !== null && typeof index === 'number' && index >= 0 ? index : null,
    // Calibre writes a comma in a name as a bar.
    authors: valuesOf('authors').map((name) => ({
      name: name.replaceAll('|', ','),
      role: 'writer',
    })),
    genres: subjects.filter((name) => !isHeading(name)),
    tags: subjects.filter(isHeading),
    publisher: valuesOf('publishers')[0] ?? null,
    language:
      valuesOf('languages')
        .map(parseLanguage)
        .find((language) => language !== null) ?? null,
    release_date: dateOf(row.pubdate),
    summary: comment === undefined ? null : plainText(comment),
    isbn: parseIsbn(valuesOf('isbns')[0] ?? null),
    web_links: parseLinks(valuesOf('links').join(' ')),
  };
};

/**
 * The books of a calibre library, by the path of each of their files. Reads a copy of the database,
 * which is only read and never run. Throws ForeignDatabaseError with a sentence.
 *
 * @param folder for the copy
 */
export const readCalibreDatabase = async (
  file: string,
  folder: string,
  signal: AbortSignal,
): Promise<Map<string, CalibreBook>> => {
  const database = await openForeignDatabase(file, {
    program: 'calibre',
    schema,
    folder,
    limits,
    signal,
  });
  try {
    const values = await readValues(database);
    const books = new Map<unknown, { folder: string; book: CalibreBook }>();
    const rows = 'SELECT id, title, sort, pubdate, series_index, path, last_modified FROM books';
    for await (const batch of database.batches<BookRow>(rows)) {
      for (const row of batch) {
        const path = textOf(row.path, 4096);
        if (typeof row.id !== 'number' || path === null) continue;
        const metadata = toMetadata(row, values);
        const book = { id: row.id, modifiedMs: timeOf(row.last_modified), metadata };
        books.set(row.id, { folder: path, book });
      }
    }
    const files = new Map<string, CalibreBook>();
    const formats = 'SELECT book, format, name FROM data';
    for await (const batch of database.batches<Record<string, unknown>>(formats)) {
      for (const { book, format, name } of batch) {
        const known = books.get(book);
        const [stem, extension] = [textOf(name), textOf(format)];
        if (known && stem !== null && extension !== null)
          files.set(`${known.folder}/${stem}.${extension.toLowerCase()}`, known.book);
      }
    }
    return files;
  } finally {
    await database.close();
  }
};
