-- Files that were opened by hand without being in a library: where each person left them, and what is needed to read
-- them. The oldest make way for new ones. They name no library and no book, so that nothing else ever lists them.
CREATE TABLE opened_files (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Absolute; a file that was moved is found again by its content.
  path TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  file_modified_ms REAL NOT NULL,
  format TEXT NOT NULL,
  page_count INTEGER NOT NULL,
  analyzed INTEGER NOT NULL DEFAULT 0,
  -- What the file says of itself, as JSON.
  facts TEXT NOT NULL,
  -- As in book_pages.
  pages TEXT NOT NULL,
  publication TEXT,
  -- The place as JSON; null while nothing was read, and after a book of a library has taken it over.
  place TEXT,
  created_at TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  UNIQUE (user_pk, fingerprint)
) STRICT;
CREATE INDEX opened_files_by_age ON opened_files (user_pk, opened_at);
