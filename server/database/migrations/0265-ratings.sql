-- What people think of series and books: a rating in half stars, and a review that they can share. Entries name their
-- row by key, so that what moves or goes missing keeps them.
CREATE TABLE ratings (
  pk INTEGER PRIMARY KEY,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  series_pk INTEGER REFERENCES series ON DELETE CASCADE,
  book_pk INTEGER REFERENCES books ON DELETE CASCADE,
  rating INTEGER CHECK (rating BETWEEN 1 AND 10),
  review TEXT,
  is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1)),
  rated_at TEXT NOT NULL,
  CHECK ((series_pk IS NULL) <> (book_pk IS NULL)),
  CHECK (rating IS NOT NULL OR review IS NOT NULL),
  UNIQUE (user_pk, series_pk),
  UNIQUE (user_pk, book_pk)
) STRICT;
CREATE INDEX ratings_by_rating ON ratings (user_pk, rating);
CREATE INDEX ratings_of_series ON ratings (series_pk) WHERE series_pk IS NOT NULL;
CREATE INDEX ratings_of_book ON ratings (book_pk) WHERE book_pk IS NOT NULL;
