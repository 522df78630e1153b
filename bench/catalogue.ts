import { closeDatabase, connect, openDatabase } from '../server/database/database.ts';
import { type Database } from '../server/database/types.ts';
import { createSearchBatch } from '../server/database/search-index.ts';
import { createGapWriter } from '../server/database/series-gaps.ts';
import { newId, isoNow } from '../server/database/ids.ts';
import { encodePages } from '../server/media/page-json.ts';
import { naturalKey } from '../server/text/natural.ts';

const perSeries = 10;
/** Books that one transaction writes. */
const batchSize = 10_000;
const genres = ['Adventure', 'Crime', 'Drama', 'Humour', 'Mystery', 'Romance', 'Western'];
const nouns = ['River', 'Lantern', 'Harbour', 'Falcon', 'Meadow', 'Clockmaker', 'Winter', 'Island'];

const pages = encodePages(
  Array.from({ length: 20 }, (_, index) => ({
    filename: `page ${String(index + 1).padStart(3, '0')}.png`,
    media_type: 'image/png',
    width: 1200,
    height: 1800,
    file_size: 200_000,
    method: 0,
    offset: index * 200_100,
    compressed_size: 200_000,
    crc32: 0,
  })),
);

/**
 * Fills the database with a library of this size, ten books per series, without files; continues where an
 * earlier call stopped. Returns a book's id.
 */
export const fillCatalogue = (databasePath: string, books: number, libraryPath: string): string => {
  const database = openDatabase(databasePath);
  const time = isoNow();
  const library = database.prepare(
    `INSERT INTO libraries (pk, id, name, name_key, path, created_at, updated_at)
     VALUES (1, ?, 'Bench', 'bench', ?, ?, ?)`,
  );
  const series = database.prepare(
    `INSERT INTO series (pk, id, library_pk, path, filename, filename_key, name, name_sort, name_key,
       publisher, genres, metadata_updated_at, date_added, date_updated)
     VALUES (@pk, @id, 1, @name, @name, @key, @name, @name, @key, 'House', @genres, @at, @at, @at)`,
  );
  const book = database.prepare(
    `INSERT INTO books (pk, id, library_pk, series_pk, path, filename, format, title, title_sort,
       title_key, number, file_size, file_modified_at, file_modified_ms, inode, page_count,
       analyzed, cover_ratio, created_at, modified_at)
     VALUES (@pk, @id, 1, @series, @path, @title, 'cbz', @title, @title, @key, @number, 4000000, @at,
       0, @id, 20, 1, 0.66, @at, @at)`,
  );
  const bookPages = database.prepare('INSERT INTO book_pages (book_pk, pages) VALUES (?, ?)');
  const there = database.prepare<[], number>('SELECT count(*) FROM books').pluck().get() ?? 0;
  if (there === 0) library.run(newId(), libraryPath, time, time);
  const inSearchBatch = createSearchBatch(database);
  const fill = (start: number, end: number) => {
    for (let pk = start; pk <= end; pk++) {
      const owner = Math.ceil(pk / perSeries);
      const number = ((pk - 1) % perSeries) + 1;
      const name = `${nouns[owner % nouns.length] ?? ''} ${owner}`;
      if (number === 1) {
        const ofSeries = JSON.stringify([genres[owner % genres.length]]);
        series.run({
          pk: owner,
          id: newId(),
          name,
          key: naturalKey(name),
          genres: ofSeries,
          at: time,
        });
      }
      const title = `${name} ${number}`;
      const path = `${name}/${title}.cbz`;
      book.run({
        pk,
        id: newId(),
        series: owner,
        path,
        title,
        key: naturalKey(title),
        number,
        at: time,
      });
      if (pk <= 100) bookPages.run(pk, pages);
    }
  };
  for (let start = there + 1; start <= books; start += batchSize) {
    const end = Math.min(books, start + batchSize - 1);
    database.transaction(() => inSearchBatch(() => fill(start, end)))();
  }
  // As at the end of a scan.
  const writeGaps = createGapWriter(database);
  let hasMore = true;
  while (hasMore) hasMore = writeGaps();
  const first = database.prepare<[], string>('SELECT id FROM books WHERE pk = 1').pluck().get();
  closeDatabase(database);
  return first ?? '';
};

/** Assigns these books' covers to the series of the first library, in turn. */
export const fillCovers = (database: Database, books: readonly string[]): void => {
  const choose = database.prepare('UPDATE series SET cover_choice = ? WHERE pk = ?');
  const all = database.prepare<[], number>('SELECT pk FROM series WHERE library_pk = 1').pluck();
  database.transaction(() => {
    for (const pk of all.all()) {
      choose.run(JSON.stringify({ book_id: books[pk % books.length], page: null }), pk);
    }
  })();
};

/** Adds four users who each have read a tenth of the books, most of them completely. */
export const fillReaders = (databasePath: string, books: number): void => {
  const database = connect(databasePath);
  const time = isoNow();
  const user = database.prepare(
    `INSERT INTO users (id, username, username_key, password_hash, role, created_at, updated_at)
     VALUES (@id, @name, @name, '-', 'reader', @at, @at)`,
  );
  const progress = database.prepare(
    `INSERT INTO progress (user_pk, book_pk, series_pk, current_page, is_completed, started_at,
       updated_at, completed_at)
     SELECT u.pk, b.pk, b.series_pk, iif(b.pk % 40 < 10, 7, 20), b.pk % 40 >= 10, @at, @at,
       iif(b.pk % 40 < 10, NULL, @at)
     FROM books b CROSS JOIN users u WHERE b.pk % 10 = u.pk % 10 AND b.pk <= @books`,
  );
  database.transaction(() => {
    for (const name of ['ada', 'ben', 'cleo', 'dan']) user.run({ id: newId(), name, at: time });
    progress.run({ at: time, books });
  })();
  database.close();
};
