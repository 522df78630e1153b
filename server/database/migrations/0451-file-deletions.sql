-- Books that an admin deleted with their files, which are in the bins of their libraries.
CREATE TABLE file_deletions (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER REFERENCES users ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE deleted_books (
  book_pk INTEGER PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  deletion_pk INTEGER NOT NULL REFERENCES file_deletions ON DELETE CASCADE,
  -- deleting, restoring: to be done, or begun when the server was killed.
  state TEXT NOT NULL CHECK (state IN ('deleting', 'deleted', 'restoring', 'failed')),
  -- Of its file in the bin.
  bin_id TEXT,
  reason TEXT
) STRICT;
CREATE INDEX deleted_books_by_deletion ON deleted_books (deletion_pk, state);
