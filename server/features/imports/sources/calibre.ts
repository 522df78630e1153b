import { dirname } from 'node:path';

import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import { customTables } from '../../../scanner/calibre/custom-columns.ts';
import type { ImportRecord } from '../model.ts';
import { customValues, type CustomValues } from './calibre-columns.ts';
import { calibreReader, calibreReading } from './calibre-reading.ts';
import { fileId, idsOf, textOfHtml, languageTag } from './calibre-values.ts';
import { noHashes, onlyReader } from './records.ts';
import type { DatabaseSource } from './source.ts';
import { countOf, foreignText, idOf, numberOf } from './values.ts';

type Row = Record<string, unknown>;

/**
 * Reads `metadata.db` of calibre libraries, from calibre 2.0 on. calibre has only one reader, so reading
 * positions, annotations and ratings belong to the user who is chosen for them.
 */
export const calibreSource: DatabaseSource = {
  program: 'calibre',
  fileNames: ['metadata.db'],
  schema: {
    tables: {
      books: ['id', 'title', 'sort', 'path', 'series_index', 'pubdate', 'last_modified'],
      data: ['book', 'format', 'uncompressed_size', 'name'],
      authors: ['id', 'name'],
      books_authors_link: ['book', 'author'],
      series: ['id', 'name'],
      books_series_link: ['book', 'series'],
      tags: ['id', 'name'],
      books_tags_link: ['book', 'tag'],
      publishers: ['id', 'name'],
      books_publishers_link: ['book', 'publisher'],
      languages: ['id', 'lang_code'],
      books_languages_link: ['book', 'lang_code'],
      ratings: ['id', 'rating'],
      books_ratings_link: ['book', 'rating'],
      comments: ['book', 'text'],
      identifiers: ['book', 'type', 'val'],
      custom_columns: ['id', 'label', 'name', 'datatype', 'normalized'],
    },
    optional: {
      ...customTables,
      annotations: ['id', 'book', 'format', 'annot_id', 'annot_type', 'annot_data', 'timestamp'],
      last_read_positions: ['book', 'format', 'user', 'device', 'cfi', 'epoch', 'pos_frac'],
    },
  },
  async *records(database, context) {
    const library = dirname(context.path);
    yield [{ kind: 'library', id: '1', name: 'calibre', folders: [library] }];
    yield [onlyReader(calibreReader)];
    yield* series(database);
    const files = await filesOf(database);
    const custom = await customValues(database);
    yield* books(database, files, library);
    yield* edits(database, files, custom);
    yield* calibreReading(database, files, custom);
  },
};

/** The files of each book. Every format is a separate book in Octavo. */
const filesOf = async (database: ForeignDatabase): Promise<Map<string, Row[]>> =>
  Map.groupBy(
    await database.all<Row>(
      'SELECT book, format, uncompressed_size, name FROM data ORDER BY book, format',
    ),
    (row) => idOf(row['book']),
  );

async function* series(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const rows = await database.all<Row>('SELECT id, name FROM series ORDER BY name');
  yield rows.map((row) => ({
    kind: 'series',
    id: idOf(row['id']),
    library: '1',
    name: foreignText(row['name']) ?? '?',
    folder: null,
  }));
}

async function* books(
  database: ForeignDatabase,
  files: ReadonlyMap<string, Row[]>,
  library: string,
): AsyncGenerator<ImportRecord[]> {
  const rows = database.batches<Row>(
    `SELECT b.id, b.title, b.path, b.series_index, min(s.series) AS series FROM books b
     LEFT JOIN books_series_link s ON s.book = b.id GROUP BY b.id`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row) =>
      (files.get(idOf(row['id'])) ?? []).map((file): ImportRecord => {
        const ending = foreignText(file['format'], 20)?.toLowerCase() ?? '';
        const name = `${foreignText(file['name'], 500) ?? ''}.${ending}`;
        return {
          kind: 'book',
          id: fileId(row['id'], file['format']),
          library: '1',
          series: row['series'] === null ? null : idOf(row['series']),
          title: foreignText(row['title']) ?? name,
          path: `${library}/${foreignText(row['path'], 2000) ?? ''}/${name}`,
          size: countOf(file['uncompressed_size']),
          pages: null,
          number: row['series'] === null ? null : numberOf(row['series_index']),
          hashes: noHashes,
        };
      }),
    );
  }
}

/** Values of a column with several values per book, by book. */
const valuesOf = async (database: ForeignDatabase, sql: string): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>();
  for (const row of await database.all<Row>(sql)) {
    const text = foreignText(row['value'], 20_000);
    if (text === null) continue;
    const key = idOf(row['book']);
    found.set(key, [...(found.get(key) ?? []), text]);
  }
  return found;
};

/** Imports and locks all metadata, because calibre keeps it in its database instead of the files. */
async function* edits(
  database: ForeignDatabase,
  files: ReadonlyMap<string, Row[]>,
  custom: CustomValues,
): AsyncGenerator<ImportRecord[]> {
  const linked = (table: string, column: string, value = 'name') =>
    valuesOf(
      database,
      `SELECT l.book, t.${value} AS value FROM books_${table}_link l JOIN ${table} t ON t.id = l.${column}
       ORDER BY l.rowid`,
    );
  const authors = await linked('authors', 'author');
  const tags = await linked('tags', 'tag');
  const publishers = await linked('publishers', 'publisher');
  const languages = await linked('languages', 'lang_code', 'lang_code');
  const summaries = await valuesOf(database, 'SELECT book, text AS value FROM comments');
  const isbns = await valuesOf(
    database,
    "SELECT book, val AS value FROM identifiers WHERE type = 'isbn'",
  );
  const rows = database.batches<Row>(
    `SELECT b.id, b.title, b.sort, b.series_index, b.pubdate,
       EXISTS (SELECT 1 FROM books_series_link s WHERE s.book = b.id) AS in_series FROM books b`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row) => {
      const book = idOf(row['id']);
      const title = foreignText(row['title']);
      const sort = foreignText(row['sort']);
      const written: Row = {
        title,
        title_sort: sort === title ? null : sort,
        number: Number(row['in_series']) === 1 ? numberOf(row['series_index']) : null,
        // calibre stores the year 101 for an unknown date.
        release_date:
          /^(?!0)\d{4}-\d{2}-\d{2}/.exec(foreignText(row['pubdate']) ?? '')?.[0] ?? null,
        authors: authors
          .get(book)
          ?.filter((name) => name !== 'Unknown')
          .map((name) => ({ name: name.replaceAll('|', ','), role: 'writer' })),
        tags: [...(tags.get(book) ?? []), ...(custom.tags.get(book) ?? [])],
        publisher: publishers.get(book)?.[0],
        language: languageTag(languages.get(book)?.[0]),
        summary: textOfHtml(summaries.get(book)?.[0]),
        isbn: isbns.get(book)?.[0],
      };
      const values = Object.fromEntries(
        Object.entries(written).filter(
          ([, value]) =>
            value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
        ),
      );
      return idsOf(files, row['id']).map((id): ImportRecord => ({
        kind: 'edit',
        id: `book/${id}`,
        series: null,
        book: id,
        values,
        locks: Object.keys(values),
      }));
    });
  }
}
