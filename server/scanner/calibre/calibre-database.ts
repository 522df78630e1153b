import {
  type ForeignDatabase,
  type ForeignLimits,
  openForeignDatabase,
} from '../../lib/foreign-database/foreign-database.ts';
import type { ScanRules } from '../../../shared/api/scan-rules.ts';
import type { Author } from '../../../shared/schemas.ts';
import { parseDate, parseIsbn, parseLanguage, parseLinks } from '../../media/comic-info/values.ts';
import { plainText } from '../../media/epub/plain-text.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../../media/metadata.ts';
import {
  type CalibreChoices,
  type CustomColumn,
  customTables,
  type MappedValues,
  readColumns,
  readMappedValues,
} from './custom-columns.ts';

/** A book of a calibre library. */
export interface CalibreBook {
  id: number;
  /** When calibre changed it, milliseconds since the epoch. */
  modifiedMs: number;
  metadata: EmbeddedMetadata;
  choices: CalibreChoices;
  /** Its files, one for each format. */
  files: CalibreFile[];
}

export interface CalibreFile {
  /** Relative to the library. */
  path: string;
  /** In lower case, as the ending of the file. */
  format: string;
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
  optional: {
    ...customTables,
    authors: ['sort'],
    ratings: ['id', 'rating'],
    books_ratings_link: ['book', 'rating'],
    custom_columns: ['id', 'label', 'name', 'datatype'],
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

/** Null for a path that leads out of the library. */
const toFile = (folder: string, stem: string, format: string): CalibreFile | null => {
  const path = `${folder}/${stem}.${format}`;
  const climbs = path.split(/[/\\]/).some((part) => part === '' || part === '.' || part === '..');
  return climbs || !/^[a-z0-9_]{1,20}$/.test(format) ? null : { path, format };
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
  `SELECT l.book, ${column} AS value FROM books_${table}_link l JOIN ${table} v ON v.id = l.${link}
   ORDER BY l.book, ${order}`;

/** Joins two values to one text, whose first line is the first value. */
const pair = (first: string, second: string) => `${first} || char(10) || coalesce(${second}, '')`;
const pairOf = (text: string): [string, string] => {
  const [first = '', ...rest] = text.split('\n');
  return [first, rest.join(' ')];
};

const readValues = async (database: ForeignDatabase, columns: ScanRules['calibre_columns']) => {
  const sort = database.has('authors', 'sort') ? 'v.sort' : "''";
  return {
    authors: await valuesByBook(database, linked('authors', pair('v.name', sort), 'author')),
    series: await valuesByBook(database, linked('series', 'v.name', 'series')),
    tags: await valuesByBook(database, linked('tags', 'v.name', 'tag')),
    publishers: await valuesByBook(database, linked('publishers', 'v.name', 'publisher')),
    languages: await valuesByBook(
      database,
      linked('languages', 'v.lang_code', 'lang_code', 'l.item_order'),
    ),
    identifiers: await valuesByBook(
      database,
      `SELECT book, ${pair('type', 'val')} AS value FROM identifiers ORDER BY book, type`,
    ),
    comments: await valuesByBook(database, 'SELECT book, text AS value FROM comments', maxComment),
    ratings:
      database.has('books_ratings_link', 'rating') && database.has('ratings', 'rating')
        ? await valuesByBook(database, linked('ratings', 'CAST(v.rating AS TEXT)', 'rating'))
        : new Map<unknown, string[]>(),
    columns: await readMappedValues(database, columns),
  };
};

interface BookRow {
  id: unknown;
  title: unknown;
  sort: unknown;
  pubdate: unknown;
  series_index: unknown;
  path: unknown;
  last_modified: unknown;
}

/** Steps of a rating in calibre for a star. */
const stepsPerStar = 2;

const ratingOf = (text: string | undefined): number | null => {
  const steps = Number(text ?? 0);
  return steps > 0 && steps <= 5 * stepsPerStar ? steps / stepsPerStar : null;
};

type Values = Awaited<ReturnType<typeof readValues>>;

const toMetadata = (row: BookRow, { columns, ...values }: Values): EmbeddedMetadata => {
  const valuesOf = (name: keyof typeof values): string[] => values[name].get(row.id) ?? [];
  const series = valuesOf('series')[0] ?? null;
  const subjects = valuesOf('tags');
  const isHeading = (name: string) => name.includes('--');
  const comment = valuesOf('comments')[0];
  const mapped = columns.get(row.id);
  const identifiers = valuesOf('identifiers').flatMap((text) => {
    const [type, value] = pairOf(text);
    return type === '' || value === '' ? [] : [{ type: type.toLowerCase(), value }];
  });
  const named = (...types: string[]) =>
    identifiers.filter(({ type }) => types.includes(type)).map(({ value }) => value);
  const paragraphs = [
    comment === undefined ? null : plainText(comment),
    ...(mapped?.summary ?? []),
  ];
  const { series_index: index } = row;
  return {
    ...emptyMetadata,
    title: textOf(row.title),
    title_sort: textOf(row.sort),
    series,
    number: series !== null && typeof index === 'number' && index >= 0 ? index : null,
    authors: valuesOf('authors').map(toAuthor),
    genres: [...subjects.filter((name) => !isHeading(name)), ...(mapped?.genres ?? [])],
    tags: [...subjects.filter(isHeading), ...(mapped?.tags ?? [])],
    publisher: valuesOf('publishers')[0] ?? null,
    language:
      valuesOf('languages')
        .map(parseLanguage)
        .find((language) => language !== null) ?? null,
    release_date: dateOf(row.pubdate),
    summary: paragraphs.filter((text) => text !== null && text !== '').join('\n\n') || null,
    age_rating: mapped?.age_rating ?? null,
    community_rating: ratingOf(valuesOf('ratings')[0]),
    isbn: parseIsbn(named('isbn')[0] ?? null),
    identifiers: identifiers.filter(({ type }) => !['isbn', 'uri', 'url'].includes(type)),
    web_links: parseLinks(named('uri', 'url').join(' ')),
  };
};

/** Calibre writes a comma in a name as a bar. */
const toAuthor = (text: string): Author => {
  const [name, sort] = pairOf(text).map((part) => part.replaceAll('|', ',')) as [string, string];
  return { name, role: 'writer', ...(sort === '' ? {} : { sort }) };
};

const choicesOf = (mapped: MappedValues | undefined): CalibreChoices => ({
  labels: mapped?.labels ?? [],
  is_read: mapped?.is_read ?? false,
  read_at: mapped?.read_at ?? null,
});

interface ReadOptions {
  /** For the copy of the database. */
  folder: string;
  signal: AbortSignal;
}

const openCalibre = (file: string, { folder, signal }: ReadOptions): Promise<ForeignDatabase> =>
  openForeignDatabase(file, { program: 'calibre', schema, folder, limits, signal });

/** The columns that people added to a calibre library. Throws ForeignDatabaseError. */
export const readCalibreColumns = async (
  file: string,
  options: ReadOptions,
): Promise<CustomColumn[]> => {
  const database = await openCalibre(file, options);
  try {
    return await readColumns(database);
  } finally {
    await database.close();
  }
};

/**
 * The books of a calibre library, by the path of each of their files. Reads a copy of the database,
 * which is only read and never run. Throws ForeignDatabaseError with a sentence.
 */
export const readCalibreDatabase = async (
  file: string,
  { columns, ...options }: ReadOptions & { columns: ScanRules['calibre_columns'] },
): Promise<Map<string, CalibreBook>> => {
  const database = await openCalibre(file, options);
  try {
    const values = await readValues(database, columns);
    const books = new Map<unknown, { folder: string; book: CalibreBook }>();
    const rows = 'SELECT id, title, sort, pubdate, series_index, path, last_modified FROM books';
    for await (const batch of database.batches<BookRow>(rows)) {
      for (const row of batch) {
        const path = textOf(row.path, 4096);
        if (typeof row.id !== 'number' || path === null) continue;
        const metadata = toMetadata(row, values);
        const book = {
          id: row.id,
          modifiedMs: timeOf(row.last_modified),
          metadata,
          choices: choicesOf(values.columns.get(row.id)),
          files: [],
        };
        books.set(row.id, { folder: path, book });
      }
    }
    const files = new Map<string, CalibreBook>();
    const formats = 'SELECT book, format, name FROM data';
    for await (const batch of database.batches<Record<string, unknown>>(formats)) {
      for (const { book, format, name } of batch) {
        const known = books.get(book);
        const [stem, extension] = [textOf(name), textOf(format)];
        if (!known || stem === null || extension === null) continue;
        const file = toFile(known.folder, stem, extension.toLowerCase());
        if (file === null || known.book.files.length >= maxValues) continue;
        known.book.files.push(file);
        files.set(file.path, known.book);
      }
    }
    return files;
  } finally {
    await database.close();
  }
};
