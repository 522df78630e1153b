import { derivedFormatsSql } from '../../database/ebook-formats.ts';
import { nextOnDeck } from '../../database/on-deck.ts';

const isUnfinished = `NOT EXISTS (SELECT 1 FROM main.progress p
  WHERE p.user_pk = :user_pk AND p.book_pk = b.pk AND p.is_completed = 1)`;
/** The ids that the choice names, as keys of a table. */
const named = (table: string, name: string): string =>
  `(SELECT pk FROM ${table} WHERE id IN (SELECT value FROM json_each(:choice, '$.${name}')))`;

/**
 * Keys of the books that the choice of a device contains, in any format. `main.` leaves out what content
 * restrictions check, because the books are looked up afterwards.
 */
const chosen = `
  SELECT b.pk FROM main.wanted w CROSS JOIN main.books b ON b.pk = w.book_pk
  WHERE :choice ->> 'want_to_read' = 1 AND w.user_pk = :user_pk AND ${isUnfinished}
  UNION
  SELECT b.pk FROM main.wanted w CROSS JOIN main.books b ON b.series_pk = w.series_pk
  WHERE :choice ->> 'want_to_read' = 1 AND w.user_pk = :user_pk AND ${isUnfinished}
  UNION
  SELECT p.book_pk FROM main.progress p
  WHERE :choice ->> 'in_progress' = 1 AND p.user_pk = :user_pk AND p.is_completed = 0
  UNION
  SELECT ${nextOnDeck} FROM main.user_series u
  WHERE :choice ->> 'in_progress' = 1 AND u.user_pk = :user_pk AND u.in_progress_count = 0
    AND u.completed_count > 0
  UNION
  SELECT b.pk FROM main.books b WHERE b.library_pk IN ${named('libraries', 'library_ids')}
  UNION
  SELECT b.pk FROM main.collection_series e CROSS JOIN main.books b ON b.series_pk = e.series_pk
  WHERE e.collection_pk IN ${named('collections', 'collection_ids')}
  UNION
  SELECT e.book_pk FROM main.read_list_books e
  WHERE e.read_list_pk IN ${named('read_lists', 'read_list_ids')}`;

/** Versions of the texts among them that can be read, with the pk of the book; `s` is its series. */
const versions = `SELECT b.pk AS book_pk, b.id AS book_id,
    coalesce(b.fingerprint, b.file_modified_ms) || ' ' || b.file_size AS content,
    json_array(b.modified_at, s.name, json(b.cover_choice),
      (SELECT json(c.cover) FROM main.book_sidecars c WHERE c.book_pk = b.pk)) AS details,
    coalesce(p.updated_at || ' ' || p.current_page || ' ' || p.is_completed, '') AS place`;
const joins = `CROSS JOIN main.series s ON s.pk = b.series_pk
  LEFT JOIN main.progress p ON p.user_pk = :reader_pk AND p.book_pk = b.pk`;

/**
 * The table `current`: what a device is sent now, as far as its person sees it. A text of another format is sent as the
 * EPUB that is made from it, once its size is known.
 */
export const currentBooks = `chosen (pk) AS (${chosen}),
  current AS MATERIALIZED (${versions} FROM chosen CROSS JOIN books b ON b.pk = chosen.pk ${joins}
    WHERE (b.format = 'epub' OR (b.format IN ${derivedFormatsSql} AND b.epub_size IS NOT NULL))
      AND b.missing_since IS NULL AND b.error IS NULL)`;

/** The versions of the book with the id `:book_id`. */
export const versionsOfBook = `${versions} FROM books b ${joins} WHERE b.id = :book_id`;
