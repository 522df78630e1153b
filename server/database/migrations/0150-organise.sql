-- What a person decided about the order of a library. A scan obeys it, wherever the files lie.

-- The series that a person put a book into.
CREATE TABLE book_placements (
  book_pk INTEGER PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE
) STRICT;
CREATE INDEX book_placements_by_series ON book_placements (series_pk);

-- Sets of changes, each of which can be undone as a whole.
CREATE TABLE organise_changes (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('organise', 'regroup')),
  -- JSON: what people are told of it.
  summary TEXT NOT NULL,
  -- JSON: what undoing it needs beside the rows below.
  extras TEXT NOT NULL,
  user_pk INTEGER REFERENCES users ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  undone_at TEXT
) STRICT;
CREATE INDEX organise_changes_by_library ON organise_changes (library_pk, pk);

-- Each book of a change with its placement and numbers before and after, JSON.
CREATE TABLE organise_books (
  change_pk INTEGER NOT NULL REFERENCES organise_changes ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  PRIMARY KEY (change_pk, book_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX organise_books_by_book ON organise_books (book_pk);

-- What the strategy would make a series of and a person put elsewhere: new books of it go there as well.
CREATE TABLE series_folders (
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  path TEXT NOT NULL,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  change_pk INTEGER REFERENCES organise_changes ON DELETE SET NULL,
  PRIMARY KEY (library_pk, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX series_folders_by_series ON series_folders (series_pk);
CREATE INDEX series_folders_by_change ON series_folders (change_pk) WHERE change_pk IS NOT NULL;
