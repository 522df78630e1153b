-- Files of libraries that were moved to the bin, each in a folder named by its `id`.
CREATE TABLE binned_files (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  book_pk INTEGER REFERENCES books ON DELETE SET NULL,
  -- Relative to the library.
  path TEXT NOT NULL,
  -- 0 for a folder.
  file_size INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('converted', 'replaced', 'deleted')),
  -- moving, restoring: a crash may have left the file in either place.
  state TEXT NOT NULL CHECK (state IN ('moving', 'bin', 'restoring')),
  binned_at TEXT NOT NULL
) STRICT;
CREATE INDEX binned_files_of_library ON binned_files (library_pk);
CREATE INDEX binned_files_of_book ON binned_files (book_pk);
CREATE INDEX binned_files_by_time ON binned_files (binned_at);
