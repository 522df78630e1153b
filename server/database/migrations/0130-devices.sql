-- Phones and programs of the house, and how KOReader names the books that it reads.

-- The session of a browser that was paired: it may do what the key may and ends with it.
ALTER TABLE sessions ADD COLUMN api_key_pk INTEGER REFERENCES api_keys ON DELETE CASCADE;
CREATE INDEX sessions_by_key ON sessions (api_key_pk) WHERE api_key_pk IS NOT NULL;

-- What was paired. Its key says whose it is and what it may do.
CREATE TABLE devices (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  api_key_pk INTEGER NOT NULL UNIQUE REFERENCES api_keys ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('phone', 'tablet', 'computer', 'e-reader', 'other')),
  app TEXT,
  last_seen_at TEXT,
  last_address TEXT,
  last_book_pk INTEGER REFERENCES books ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX devices_by_book ON devices (last_book_pk) WHERE last_book_pk IS NOT NULL;

-- KOReader names a book by the MD5 of twelve samples of its file, or by that of the file's name.
ALTER TABLE books ADD COLUMN document_hash TEXT;
ALTER TABLE books ADD COLUMN filename_hash TEXT;
CREATE INDEX books_by_document_hash ON books (document_hash) WHERE document_hash IS NOT NULL;
CREATE INDEX books_by_filename_hash ON books (filename_hash) WHERE filename_hash IS NOT NULL;

-- Where KOReader was, in its own words, so that another one goes to the very same place; also of books that
-- are in no library.
CREATE TABLE koreader_places (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  document TEXT NOT NULL,
  progress TEXT NOT NULL,
  percentage REAL NOT NULL,
  device TEXT NOT NULL,
  device_id TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_pk, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX koreader_places_by_age ON koreader_places (user_pk, updated_at);
