-- Files beside a book that say something about it: `files` are their names, sizes and times (JSON), `own` the values
-- that the book's own file has for the columns they can replace, and `cover` is one of `files`.
CREATE TABLE book_sidecars (
  book_pk INTEGER PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  files TEXT NOT NULL,
  own TEXT NOT NULL,
  cover TEXT
) STRICT;
-- The picture in the folder of a series: its name, size and time (JSON).
ALTER TABLE series ADD COLUMN cover_file TEXT;
