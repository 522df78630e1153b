import type { Progress } from '../../../shared/api/progress-record.ts';
import {
  maxReadingPlaces,
  type PlaceQuestion,
  questionDays,
  type ReadingPlace,
} from '../../../shared/api/reading-places.ts';
import { dayMs, daysBefore } from '../../../shared/durations.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { newId } from '../../database/ids.ts';
import { type ListPage, jsonBoolean } from '../../database/json.ts';
import { progressJson, shownPage } from '../../database/progress-json.ts';
import { createRecordList, createRowList } from '../../database/row-list.ts';
import type { ReadingPosition } from './positions.ts';

export interface StoredPosition {
  pk: number;
  current_page: number;
  is_completed: number;
  location: string | null;
  device_id: string;
  device_name: string;
  began_at: string;
  read_at: string;
}

export interface QuestionQuery extends PageRequest<'asked_at'> {
  book_id?: string | undefined;
}

const columns =
  'a.pk, a.current_page, a.is_completed, a.location, a.device_id, a.device_name, a.began_at, a.read_at';
/** Of the rows `a` (position) and `b` (its book). */
const placeJson = `json_object('id', a.id, 'book_id', b.id,
  'current_page', ${shownPage('a.current_page')},
  'page_count', b.page_count, 'is_completed', ${jsonBoolean('a.is_completed')},
  'percentage', CASE WHEN a.is_completed THEN 1 WHEN b.page_count = 0 THEN 0
    ELSE min(1.0, 1.0 * a.current_page / b.page_count) END,
  'location', a.location,
  'device', json(iif(a.device_id = '' AND a.device_name = '', 'null',
    json_object('id', a.device_id, 'name', a.device_name))),
  'began_at', a.began_at, 'read_at', a.read_at)`;

const valuesOf = ({ device, is_completed, current_page, location, read_at }: ReadingPosition) => ({
  current_page,
  location,
  read_at,
  is_completed: Number(is_completed),
  device_id: device?.id ?? '',
  device_name: device?.name ?? '',
});

/** History of reading positions, and the pending questions about which of two is right. */
export const createPositionsStore = (database: Database) => {
  const last = database.prepare<[number, number], StoredPosition>(
    `SELECT ${columns} FROM reading_places a WHERE a.user_pk = ? AND a.book_pk = ?
     ORDER BY a.pk DESC LIMIT 1`,
  );
  const byId = database.prepare<[number, number, string], StoredPosition>(
    `SELECT ${columns} FROM reading_places a WHERE a.user_pk = ? AND a.book_pk = ? AND a.id = ?`,
  );
  const insert = database.prepare(
    `INSERT INTO reading_places (id, user_pk, book_pk, current_page, is_completed, location,
       device_id, device_name, began_at, read_at)
     VALUES (@id, @user_pk, @book_pk, @current_page, @is_completed, @location, @device_id,
       @device_name, @read_at, @read_at)`,
  );
  const extend = database.prepare(
    `UPDATE reading_places SET current_page = @current_page, is_completed = @is_completed,
       location = @location, read_at = @read_at WHERE pk = @pk`,
  );
  // Never deletes the position of a pending question.
  const prune = database.prepare<{ user_pk: number; book_pk: number }>(
    `DELETE FROM reading_places WHERE user_pk = @user_pk AND book_pk = @book_pk AND pk <= (
       SELECT pk FROM reading_places WHERE user_pk = @user_pk AND book_pk = @book_pk
       ORDER BY pk DESC LIMIT 1 OFFSET ${maxReadingPlaces})
       AND pk NOT IN (SELECT place_pk FROM place_questions
                      WHERE user_pk = @user_pk AND book_pk = @book_pk)`,
  );
  const list = createRecordList<ReadingPlace>(database, {
    record: placeJson,
    from: `reading_places a CROSS JOIN books b ON b.pk = a.book_pk
      WHERE a.user_pk = @user_pk AND a.book_pk = @book_pk`,
    keys: ['a.pk'],
  });

  const question = database.prepare<[number, number], StoredPosition>(
    `SELECT ${columns} FROM place_questions q JOIN reading_places a ON a.pk = q.place_pk
     WHERE q.user_pk = ? AND q.book_pk = ?`,
  );
  const ask = database.prepare(
    `INSERT INTO place_questions (user_pk, book_pk, place_pk, asked_at)
     VALUES (@user_pk, @book_pk, @place_pk, @asked_at)
     ON CONFLICT (user_pk, book_pk) DO UPDATE SET place_pk = excluded.place_pk,
       asked_at = excluded.asked_at`,
  );
  const answer = database.prepare<[number, number]>(
    'DELETE FROM place_questions WHERE user_pk = ? AND book_pk = ?',
  );
  const questions = createRowList<{ earlier: string; later: string; asked_at: string }>(database, {
    columns: `${placeJson} AS earlier, ${progressJson} AS later, q.asked_at`,
    from: `place_questions q CROSS JOIN reading_places a ON a.pk = q.place_pk
      CROSS JOIN books b ON b.pk = q.book_pk CROSS JOIN series s ON s.pk = b.series_pk
      CROSS JOIN progress p ON p.user_pk = q.user_pk AND p.book_pk = q.book_pk
      WHERE q.user_pk = @user_pk AND q.asked_at > @since AND b.missing_since IS NULL
        AND (@book_id IS NULL OR b.id = @book_id)`,
    keys: ['q.asked_at', 'b.pk'],
  });

  return {
    /** The user's last position, even if the progress was cleared since. */
    lastPlace: (userPk: number, bookPk: number) => last.get(userPk, bookPk),
    position: (userPk: number, bookPk: number, id: string) => byId.get(userPk, bookPk, id),
    addPosition: (userPk: number, bookPk: number, position: ReadingPosition): void => {
      insert.run({ ...valuesOf(position), id: newId(), user_pk: userPk, book_pk: bookPk });
    },
    /** Keeps the last positions, and that of a pending question. */
    forgetOldPositions: (userPk: number, bookPk: number): void =>
      void prune.run({ user_pk: userPk, book_pk: bookPk }),
    extendPosition: (pk: number, position: ReadingPosition): void =>
      void extend.run({ ...valuesOf(position), pk }),
    positions: (userPk: number, book: { pk: number }, query: PageRequest<'read_at'>) =>
      list(query, { user_pk: userPk, book_pk: book.pk }),
    /** The earlier position in a pending question about a book. */
    question: (userPk: number, bookPk: number) => question.get(userPk, bookPk),
    ask: (userPk: number, bookPk: number, placePk: number, time: string): void =>
      void ask.run({ user_pk: userPk, book_pk: bookPk, place_pk: placePk, asked_at: time }),
    /** Deletes the pending question. */
    answer: (userPk: number, bookPk: number): void => void answer.run(userPk, bookPk),
    questions: (userPk: number, query: QuestionQuery, now: Date): ListPage<PlaceQuestion> => {
      const since = daysBefore(now, questionDays);
      const filter = { user_pk: userPk, since, book_id: query.book_id ?? null };
      const { data, total } = questions(query, filter);
      return {
        data: data.map(({ earlier, later, asked_at }) => {
          const position = JSON.parse(earlier) as ReadingPlace;
          return {
            book_id: position.book_id,
            earlier: position,
            later: JSON.parse(later) as Progress,
            asked_at,
            expires_at: new Date(Date.parse(asked_at) + questionDays * dayMs).toISOString(),
          };
        }),
        total,
      };
    },
  };
};
