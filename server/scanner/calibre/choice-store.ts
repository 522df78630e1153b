import { isoNow, newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';

/** Stores the values of calibre's columns for series and people. */
export const createChoiceStore = (database: Database) => {
  const labelsOf = database
    .prepare<[number], string>('SELECT labels FROM series WHERE pk = ?')
    .pluck();
  const setLabels = database.prepare<[string, number]>('UPDATE series SET labels = ? WHERE pk = ?');
  const place = {
    progress: `INSERT INTO progress (user_pk, book_pk, series_pk, current_page, is_completed, started_at,
         updated_at, completed_at)
       SELECT u.pk, b.pk, b.series_pk, max(b.page_count, 1), 1, @read_at, @read_at, @read_at
       FROM books b JOIN users u ON u.id = @reader WHERE b.pk = @pk
       ON CONFLICT (user_pk, book_pk) DO UPDATE SET is_completed = 1,
         current_page = excluded.current_page, location = NULL,
         updated_at = max(updated_at, excluded.updated_at), completed_at = excluded.completed_at
       WHERE is_completed = 0`,
    reading_places: `INSERT INTO reading_places (id, user_pk, book_pk, current_page, is_completed, device_id,
         device_name, began_at, read_at)
       SELECT @id, u.pk, b.pk, max(b.page_count, 1), 1, '', 'calibre', @read_at, @read_at
       FROM books b JOIN users u ON u.id = @reader WHERE b.pk = @pk`,
  };
  type Read = { pk: number; reader: string; read_at: string };
  const markRead = database.prepare<Read>(place.progress);
  const addPlace = database.prepare<Read & { id: string }>(place.reading_places);

  return {
    /** Labels decide who sees a series, so that they are only added. */
    addLabels: (seriesPk: number, added: readonly string[]): void => {
      const labels = JSON.parse(labelsOf.get(seriesPk) ?? '[]') as string[];
      const all = [...new Set([...labels, ...added])];
      if (all.length > labels.length) setLabels.run(JSON.stringify(all), seriesPk);
    },
    /** Marks a book as read by somebody, if it is not. */
    markRead: (pk: number, given: { reader: string; read_at: string | null }): void => {
      const read = { pk, reader: given.reader, read_at: given.read_at ?? isoNow() };
      if (markRead.run(read).changes > 0) addPlace.run({ ...read, id: newId() });
    },
  };
};
