import { basename, dirname } from 'node:path';

import {
  newerVersion,
  type ForeignDatabase,
} from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import {
  bookmarkRecord,
  completionRecord,
  onlyReader,
  progressRecord,
  undated,
} from './records.ts';
import type { DatabaseSource } from './source.ts';
import { countOf, flagOf, foreignText, idOf, instantOf, numberOf } from './values.ts';
import { yacreaderEdit } from './yacreader-edits.ts';
import { noHashes } from './records.ts';

type Row = Record<string, unknown>;

const library = '1';
const person = 'yacreader';

/** Newest known major version; the last version that was checked is 9.16. */
const newestMajor = 9;

/**
 * Reads `library.ydb` in the folder `.yacreaderlibrary` of a library of YACReader, from YACReader 7.0 on,
 * according to the published schema. It has only one reader. A book is identified by the SHA-1 of its first
 * 512 KiB, followed by its size.
 */
export const yacreaderSource: DatabaseSource = {
  program: 'YACReader',
  fileNames: ['.yacreaderlibrary/library.ydb', 'library.ydb'],
  schema: {
    tables: {
      db_info: ['version'],
      folder: ['id', 'name', 'path'],
      comic: ['id', 'parentId', 'comicInfoId', 'fileName', 'path'],
      comic_info: [
        ...['id', 'hash', 'title', 'number', 'numPages', 'read', 'edited', 'rating'],
        ...['hasBeenOpened', 'currentPage', 'bookmark1', 'bookmark2', 'bookmark3'],
        ...['writer', 'penciller', 'inker', 'colorist', 'letterer', 'coverArtist'],
        ...['publisher', 'date', 'synopsis', 'characters', 'genere', 'ageRating'],
      ],
    },
    optional: {
      comic_info: [
        ...['lastTimeOpened', 'added', 'series', 'editor', 'imprint', 'teams', 'locations'],
        ...['languageISO', 'review', 'tags'],
      ],
      reading_list: ['id', 'parentId', 'name', 'ordering'],
      comic_reading_list: ['reading_list_id', 'comic_id', 'ordering'],
      label: ['id', 'name', 'ordering'],
      comic_label: ['comic_id', 'label_id', 'ordering'],
      default_reading_list: ['id', 'name'],
      comic_default_reading_list: ['comic_id', 'default_reading_list_id', 'ordering'],
    },
  },
  async *records(database, { path }) {
    await refuseNewer(database);
    const folder = dirname(path);
    const root = basename(folder) === '.yacreaderlibrary' ? dirname(folder) : folder;
    const name = basename(root).slice(0, 255) || 'YACReader';
    yield [{ kind: 'library', id: library, name, folders: [root] }, onlyReader('YACReader')];
    yield* comics(database, root);
    yield* lists(database);
  },
};

const refuseNewer = async (database: ForeignDatabase): Promise<void> => {
  const [info] = await database.all<Row>('SELECT version FROM db_info LIMIT 1');
  const major = Number.parseInt(foreignText(info?.['version']) ?? '', 10);
  if (!(major > newestMajor)) return;
  throw newerVersion('YACReader');
};

/** Resolves a path below the library in the form that YACReader writes: `/Saga/1.cbz`. */
const below = (root: string, path: unknown): string =>
  `${root}/${(foreignText(path, 4000) ?? '').replace(/^[/\\]+/, '')}`.replace(/\/+$/, '');

async function* comics(database: ForeignDatabase, root: string): AsyncGenerator<ImportRecord[]> {
  const optional = ['lastTimeOpened', 'series', 'editor', 'imprint', 'teams', 'locations'];
  const all = [...optional, 'languageISO', 'review', 'tags'].map((name) =>
    database.has('comic_info', name) ? `i.${name}` : `NULL AS ${name}`,
  );
  const rows = database.batches<Row>(
    `SELECT c.id, c.path, c.fileName, f.id AS folder, f.name AS folderName, f.path AS folderPath,
       i.hash, i.title, i.number, i.numPages, i.read, i.edited, i.rating, i.hasBeenOpened,
       i.currentPage, i.bookmark1, i.bookmark2, i.bookmark3, i.writer, i.penciller, i.inker,
       i.colorist, i.letterer, i.coverArtist, i.publisher, i.date, i.synopsis, i.characters,
       i.genere, i.ageRating, ${all.join(', ')}
     FROM comic c JOIN comic_info i ON i.id = c.comicInfoId LEFT JOIN folder f ON f.id = c.parentId
     ORDER BY c.id`,
  );
  for await (const batch of rows) yield batch.flatMap((row) => comicRecords(row, root));
}

const comicRecords = (row: Row, root: string): ImportRecord[] => {
  const book = idOf(row['id']);
  const name = foreignText(row['fileName']) ?? '?';
  const hash = /^([0-9a-f]{40})(\d*)$/i.exec(foreignText(row['hash'], 64) ?? '');
  const folder = foreignText(row['folderPath'], 4000);
  const seriesName =
    foreignText(row['series']) ?? (folder === '/' ? null : foreignText(row['folderName']));
  // Books in a folder belong to the same series unless they have different series names.
  const series = seriesName === null ? null : `${idOf(row['folder'])}/${seriesName}`.slice(0, 255);
  const records: ImportRecord[] = [];
  if (seriesName !== null && series !== null) {
    const folderPath = below(root, folder);
    records.push({ kind: 'series', id: series, library, name: seriesName, folder: folderPath });
  }
  records.push({
    kind: 'book',
    ...{ id: book, library, series, path: below(root, row['path'] ?? `${folder}/${name}`) },
    title: foreignText(row['title']) ?? name,
    size: hash?.[2] ? countOf(hash[2]) : null,
    pages: countOf(row['numPages']) || null,
    number: numberOf(row['number']),
    hashes: { ...noHashes, sha1_head: hash?.[1]?.toLowerCase() ?? null },
  });
  return [...records, ...yacreaderEdit(row, book), ...readingRecords(row, book)];
};

const readingRecords = (row: Row, book: string): ImportRecord[] => {
  const read_at = instantOf(countOf(row['lastTimeOpened']) || null) ?? undated;
  const records: ImportRecord[] = [];
  const page = countOf(row['currentPage']) ?? 0;
  const is_completed = flagOf(row['read']);
  if (is_completed || (flagOf(row['hasBeenOpened']) && page > 1)) {
    const pages = countOf(row['numPages']) || null;
    const progress = progressRecord({ person, book, page, pages, is_completed, read_at });
    records.push(progress);
    if (is_completed) records.push(completionRecord(progress));
  }
  for (const column of ['bookmark1', 'bookmark2', 'bookmark3']) {
    // YACReader counts pages from 0; -1 means none.
    const marked = countOf(row[column]);
    if (marked === null) continue;
    const mark = { id: `${book}/${column}`, person, book, page: marked + 1, created_at: read_at };
    records.push(bookmarkRecord(mark));
  }
  // Converts stars to half stars.
  const rating = Math.round((numberOf(row['rating']) ?? 0) * 2);
  const review = foreignText(row['review'], 5000);
  if (rating >= 1 || review !== null) {
    records.push({
      kind: 'rating',
      ...{ id: book, person, series: null, book, review, rated_at: read_at },
      rating: rating >= 1 ? Math.min(rating, 10) : null,
    });
  }
  return records;
};

async function* lists(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const kinds = [
    ['reading_list', 'comic_reading_list', 'reading_list_id', true],
    ['label', 'comic_label', 'label_id', false],
    ['default_reading_list', 'comic_default_reading_list', 'default_reading_list_id', false],
  ] as const;
  for (const [table, link, column, is_ordered] of kinds) {
    if (!database.has(table) || !database.has(link)) continue;
    const booksOf = Map.groupBy(
      await database.all<Row>(
        `SELECT ${column} AS list, comic_id AS book FROM ${link} ORDER BY ordering, comic_id`,
      ),
      (row) => idOf(row['list']),
    );
    const parent = table === 'reading_list' ? 'parentId' : 'NULL AS parentId';
    const rows = await database.all<Row>(`SELECT id, name, ${parent} FROM ${table} ORDER BY id`);
    const names = new Map(rows.map((row) => [idOf(row['id']), foreignText(row['name'], 120)]));
    yield rows.flatMap((row): ImportRecord[] => {
      const books = (booksOf.get(idOf(row['id'])) ?? []).map(({ book }) => idOf(book));
      const name = names.get(idOf(row['id']));
      if (!name || books.length === 0) return [];
      const above = names.get(idOf(row['parentId']));
      return [
        {
          kind: 'read_list',
          ...{ id: `${table}/${idOf(row['id'])}`, is_ordered, summary: null, created_at: null },
          name: above ? `${above} / ${name}` : name,
          books,
        },
      ];
    });
  }
}
