-- What people want to read: a private list of series and books in an order of its own. Entries name their row by
-- key, so that what moves or goes missing keeps its place.
CREATE TABLE wanted (
  pk INTEGER PRIMARY KEY,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  series_pk INTEGER REFERENCES series ON DELETE CASCADE,
  book_pk INTEGER REFERENCES books ON DELETE CASCADE,
  position INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  CHECK ((series_pk IS NULL) <> (book_pk IS NULL)),
  UNIQUE (user_pk, series_pk),
  UNIQUE (user_pk, book_pk)
) STRICT;
CREATE INDEX wanted_by_position ON wanted (user_pk, position);
CREATE INDEX wanted_of_series ON wanted (series_pk) WHERE series_pk IS NOT NULL;
CREATE INDEX wanted_of_book ON wanted (book_pk) WHERE book_pk IS NOT NULL;
