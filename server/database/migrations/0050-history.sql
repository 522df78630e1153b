-- What was read when: `progress` knows only where a reader is now. One row per user, book and quarter of
-- an hour, because every time zone in use begins its days on one.
CREATE TABLE reading_history (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Start of the quarter, seconds since the epoch.
  quarter INTEGER NOT NULL,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  pages INTEGER NOT NULL,
  seconds INTEGER NOT NULL,
  started INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  PRIMARY KEY (user_pk, quarter, book_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX reading_history_by_book ON reading_history (book_pk);

-- What was read before there was a history counts when it was last written.
INSERT INTO reading_history (user_pk, quarter, book_pk, pages, seconds, started, completed)
SELECT user_pk, unixepoch(updated_at) / 900 * 900, book_pk, current_page, 0, 1, is_completed FROM progress;

-- Of what the pages are, whatever archive they are packed in; empty where that cannot be told.
ALTER TABLE books ADD COLUMN content_hash TEXT;
CREATE INDEX books_by_file_hash ON books (file_hash) WHERE file_hash IS NOT NULL;
CREATE INDEX books_by_content_hash ON books (content_hash) WHERE content_hash <> '';
CREATE INDEX books_without_file_hash ON books (pk)
  WHERE file_hash IS NULL AND missing_since IS NULL AND format <> 'folder';
CREATE INDEX books_without_content_hash ON books (pk) WHERE content_hash IS NULL AND missing_since IS NULL;
CREATE TRIGGER content_hash_of_changed_book AFTER UPDATE OF fingerprint ON books
WHEN old.fingerprint IS NOT new.fingerprint BEGIN
  UPDATE books SET content_hash = NULL WHERE pk = new.pk;
END;

-- A hash that several books have. Who they are is looked up, so that a group is never out of date.
CREATE TABLE duplicate_groups (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  match TEXT NOT NULL CHECK (match IN ('file', 'content')),
  hash TEXT NOT NULL,
  -- Ids of its books when it was dismissed, JSON: it stays away while they are the same.
  dismissed_members TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (match, hash)
) STRICT;
CREATE VIEW duplicate_members AS
  SELECT g.pk AS group_pk, b.pk AS book_pk FROM duplicate_groups g
  JOIN books b ON b.file_hash = g.hash WHERE g.match = 'file' AND b.missing_since IS NULL
  UNION ALL
  SELECT g.pk, b.pk FROM duplicate_groups g
  JOIN books b ON b.content_hash = g.hash AND b.content_hash <> ''
  WHERE g.match = 'content' AND b.missing_since IS NULL;

CREATE TABLE release_sources (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  source_tag TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  cron_schedule TEXT,
  language TEXT,
  last_polled_at TEXT,
  last_error TEXT,
  etag TEXT,
  last_modified TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE series_tracking (
  series_pk INTEGER PRIMARY KEY REFERENCES series ON DELETE CASCADE,
  tracked INTEGER NOT NULL,
  aliases TEXT NOT NULL,
  languages TEXT NOT NULL
) STRICT;

-- The ledger. Its columns are camelCase because the wire's are, alone of all records.
CREATE TABLE releases (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  source_pk INTEGER NOT NULL REFERENCES release_sources ON DELETE CASCADE,
  externalReleaseId TEXT NOT NULL,
  payloadUrl TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('announced', 'dismissed', 'marked_acquired', 'hidden')),
  confidence REAL NOT NULL,
  observedAt TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  releasedAt TEXT,
  -- JSON arrays of {start, end}, or null.
  chapters TEXT,
  volumes TEXT,
  formatHints TEXT NOT NULL,
  groupOrUploader TEXT,
  infoHash TEXT,
  language TEXT,
  mediaUrl TEXT,
  mediaUrlKind TEXT,
  metadata TEXT NOT NULL,
  UNIQUE (source_pk, externalReleaseId)
) STRICT;
CREATE INDEX releases_by_observedAt ON releases (observedAt, pk);
CREATE INDEX releases_by_series ON releases (series_pk, observedAt, pk);
CREATE INDEX releases_by_state ON releases (state, observedAt, pk);
