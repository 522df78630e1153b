-- What was read when: `progress` knows only where a reader is now. One row per user, book and quarter of
-- an hour, because every time zone in use begins its days on one.
CREATE TABLE reading_history (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Start of the quarter, seconds since the epoch.
  quarter INTEGER NOT NULL,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  pages INTEGER NOT NULL,
  seconds INTEGER NOT NULL,
  started INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  PRIMARY KEY (user_pk, quarter, book_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX reading_history_by_book ON reading_history (book_pk);

-- What was read before there was a history counts when it was last written.
INSERT INTO reading_history (user_pk, quarter, book_pk, pages, seconds, started, completed)
SELECT user_pk, unixepoch(updated_at) / 900 * 900, book_pk, current_page, 0, 1, is_completed FROM progress;
