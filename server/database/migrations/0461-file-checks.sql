-- Whether the file of a book is still as it was: the last good reading of its whole content, and what was found since.
CREATE TABLE file_checks (
  book_pk INTEGER PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  checked_at TEXT NOT NULL,
  -- Of the last good reading: when, SHA-256 of the content (null for a folder), and the file at that time.
  good_at TEXT,
  hash TEXT,
  file_size INTEGER,
  file_modified_ms REAL,
  fingerprint TEXT,
  problem TEXT CHECK (problem IN ('changed', 'truncated', 'damaged')),
  -- A sentence.
  detail TEXT,
  found_at TEXT
) STRICT;
CREATE INDEX file_checks_with_problem ON file_checks (book_pk) WHERE problem IS NOT NULL;

-- Whether the files of a library are checked in the quiet hours.
ALTER TABLE libraries ADD COLUMN check_files INTEGER NOT NULL DEFAULT 1;
