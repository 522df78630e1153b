-- Lists that people keep: collections of series and read lists of books. An entry names its row by key, so that
-- what moves or goes missing keeps its place.
CREATE TABLE collections (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  sort_key TEXT NOT NULL,
  -- 1: in the order of the positions; 0: by name.
  ordered INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE collection_series (
  collection_pk INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, series_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX collections_of_series ON collection_series (series_pk);

CREATE TABLE read_lists (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  sort_key TEXT NOT NULL,
  summary TEXT,
  ordered INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE read_list_books (
  read_list_pk INTEGER NOT NULL REFERENCES read_lists ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (read_list_pk, book_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX read_lists_of_book ON read_list_books (book_pk);
