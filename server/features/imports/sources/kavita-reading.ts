import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import type { KavitaFiles } from './kavita-schema.ts';
import { bookmarkRecord, completionRecord, progressRecord, undated } from './records.ts';
import { countOf, flagOf, foreignText, idOf, instantOf, numberOf } from './values.ts';

type Row = Record<string, unknown>;

/** Data of users: reading positions, annotations, ratings and Want to read. */
export async function* kavitaReading(
  database: ForeignDatabase,
  files: KavitaFiles,
): AsyncGenerator<ImportRecord[]> {
  yield* progress(database, files);
  yield* marks(database, files);
  yield* ratings(database, files);
  yield* wishes(database);
}

/** Newer versions store UTC in addition to local times. The year 1 means that there is no date. */
const dateOf = (utc: unknown, local: unknown): string => {
  const known = [instantOf(utc), instantOf(local)].find((date) => date !== null && date > '1990');
  return known ?? undated;
};

async function* progress(
  database: ForeignDatabase,
  files: KavitaFiles,
): AsyncGenerator<ImportRecord[]> {
  const utc = database.has('AppUserProgresses', 'LastModifiedUtc')
    ? 'CreatedUtc, LastModifiedUtc'
    : 'NULL AS CreatedUtc, NULL AS LastModifiedUtc';
  const rows = database.batches<Row>(
    `SELECT AppUserId, ChapterId, PagesRead, Created, LastModified, ${utc} FROM AppUserProgresses
     WHERE PagesRead > 0`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row) => {
      const person = idOf(row['AppUserId']);
      const read = countOf(row['PagesRead']) ?? 0;
      const started_at = dateOf(row['CreatedUtc'], row['Created']);
      const read_at = dateOf(row['LastModifiedUtc'], row['LastModified']);
      return (files.get(idOf(row['ChapterId'])) ?? []).flatMap((file): ImportRecord[] => {
        // Kavita counts the pages of a chapter across all of its files.
        const pagesRead = Math.min(read - file.before, file.pages);
        if (pagesRead <= 0 || file.pages === 0) return [];
        const is_completed = pagesRead >= file.pages;
        const position = file.isText
          ? { share: pagesRead / file.pages }
          : { page: Math.min(pagesRead + 1, file.pages), pages: file.pages };
        const dates = { started_at, read_at };
        const record = progressRecord({
          person,
          book: file.id,
          is_completed,
          ...position,
          ...dates,
        });
        return is_completed ? [record, completionRecord(record)] : [record];
      });
    });
  }
}

/** Bookmarked pages, entries of personal tables of contents, and highlights. Pages are counted from 0. */
async function* marks(
  database: ForeignDatabase,
  files: KavitaFiles,
): AsyncGenerator<ImportRecord[]> {
  const queries: string[] = [];
  const created = database.has('AppUserBookmark', 'CreatedUtc') ? 'CreatedUtc' : 'NULL';
  const noText = 'NULL AS text, NULL AS note, NULL AS changed';
  queries.push(
    `SELECT 'page' AS type, Id, AppUserId, ChapterId, Page AS page, ${noText}, ${created} AS utc,
       Created AS local FROM AppUserBookmark`,
  );
  if (database.has('AppUserTableOfContent', 'CreatedUtc')) {
    queries.push(
      `SELECT 'entry' AS type, Id, AppUserId, ChapterId, PageNumber AS page, NULL AS text,
         Title AS note, LastModifiedUtc AS changed, CreatedUtc AS utc, Created AS local
       FROM AppUserTableOfContent`,
    );
  }
  if (database.has('AppUserAnnotation', 'SelectedText')) {
    const comment = database.has('AppUserAnnotation', 'CommentPlainText')
      ? 'CommentPlainText'
      : 'Comment';
    queries.push(
      `SELECT 'highlight' AS type, Id, AppUserId, ChapterId, PageNumber AS page,
         SelectedText AS text, ${comment} AS note, LastModifiedUtc AS changed, CreatedUtc AS utc,
         Created AS local FROM AppUserAnnotation`,
    );
  }
  for (const query of queries) {
    for await (const batch of database.batches<Row>(query)) {
      yield batch.flatMap((row) => markRecords(row, files));
    }
  }
}

const markRecords = (row: Row, files: KavitaFiles): ImportRecord[] => {
  const page = countOf(row['page']) ?? 0;
  const all = files.get(idOf(row['ChapterId'])) ?? [];
  const file = all.find(({ before, pages }) => page < before + pages) ?? all[0];
  if (!file) return [];
  const created_at = dateOf(row['utc'], row['local']);
  const changed = row['changed'] === null ? created_at : dateOf(row['changed'], null);
  const isHighlight = row['type'] === 'highlight';
  return [
    bookmarkRecord({
      ...{ id: `${foreignText(row['type'])}/${idOf(row['Id'])}`, book: file.id, created_at },
      person: idOf(row['AppUserId']),
      type: isHighlight ? 'highlight' : 'bookmark',
      page: file.isText ? null : page - file.before + 1,
      share: file.isText && file.pages > 0 ? Math.min(page / file.pages, 1) : null,
      text: foreignText(row['text'], 4096),
      note: foreignText(row['note'], 16_384),
      color: isHighlight ? 'yellow' : null,
      updated_at: changed > created_at ? changed : created_at,
    }),
  ];
};

async function* ratings(
  database: ForeignDatabase,
  files: KavitaFiles,
): AsyncGenerator<ImportRecord[]> {
  const isRated = database.has('AppUserRating', 'HasBeenRated') ? 'HasBeenRated' : '1';
  const ofSeries = `SELECT AppUserId, SeriesId, NULL AS ChapterId, Rating, ${isRated} AS rated, Review
    FROM AppUserRating`;
  const ofChapters = `SELECT AppUserId, NULL AS SeriesId, ChapterId, Rating, HasBeenRated AS rated,
    Review FROM AppUserChapterRating`;
  const queries = database.has('AppUserChapterRating', 'Review')
    ? [ofSeries, ofChapters]
    : [ofSeries];
  for (const query of queries) {
    for await (const batch of database.batches<Row>(query)) {
      yield batch.flatMap((row) => ratingRecords(row, files));
    }
  }
}

const ratingRecords = (row: Row, files: KavitaFiles): ImportRecord[] => {
  const person = idOf(row['AppUserId']);
  // Converts stars to half stars.
  const rating = flagOf(row['rated']) ? Math.round((numberOf(row['Rating']) ?? 0) * 2) : 0;
  const review = foreignText(row['Review'], 5000);
  if (rating < 1 && review === null) return [];
  const series = row['SeriesId'] === null ? null : idOf(row['SeriesId']);
  const books = series === null ? (files.get(idOf(row['ChapterId'])) ?? []) : [null];
  return books.map((file): ImportRecord => ({
    kind: 'rating',
    id: `${person}/${series ?? `book/${file?.id}`}`,
    ...{ person, series, book: file?.id ?? null, review, rated_at: undated },
    rating: rating < 1 ? null : Math.min(rating, 10),
  }));
};

async function* wishes(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const query = database.has('AppUserWantToRead', 'SeriesId')
    ? 'SELECT AppUserId AS person, SeriesId AS series FROM AppUserWantToRead ORDER BY rowid'
    : database.has('Series', 'AppUserId')
      ? 'SELECT AppUserId AS person, Id AS series FROM Series WHERE AppUserId IS NOT NULL'
      : null;
  if (query === null) return;
  const rows = await database.all<Row>(query);
  yield rows.map((row, position) => {
    const [person, series] = [idOf(row['person']), idOf(row['series'])];
    const about = { person, series, book: null };
    return { kind: 'wanted', id: `${person}/${series}`, ...about, added_at: undated, position };
  });
}
