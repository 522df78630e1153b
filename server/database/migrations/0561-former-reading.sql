-- What people read in books whose records were deleted since, so that statistics and goals keep it.
CREATE TABLE former_reading (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As in reading_history.
  quarter INTEGER NOT NULL,
  book_id TEXT NOT NULL,
  series_id TEXT,
  format TEXT NOT NULL,
  pages INTEGER NOT NULL,
  seconds INTEGER NOT NULL,
  started INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  untimed INTEGER NOT NULL,
  PRIMARY KEY (user_pk, quarter, book_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER former_reading_of_deleted_book BEFORE DELETE ON books BEGIN
  INSERT OR REPLACE INTO former_reading
    (user_pk, quarter, book_id, series_id, format, pages, seconds, started, completed, untimed)
  SELECT h.user_pk, h.quarter, old.id, (SELECT id FROM series WHERE pk = old.series_pk), old.format,
    h.pages, h.seconds, h.started, h.completed, h.untimed
  FROM reading_history h WHERE h.book_pk = old.pk;
END;
