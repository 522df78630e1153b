-- Inside, rows refer to each other by integer `pk`; at the edge every record has a UUID `id`.
-- Columns carry the names that the wire has. `*_key` columns are made for comparing and sorting only.

CREATE TABLE users (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE,
  email TEXT,
  email_key TEXT UNIQUE,
  password_hash TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('reader', 'maintainer', 'admin')),
  permissions TEXT NOT NULL DEFAULT '[]',
  is_active INTEGER NOT NULL DEFAULT 1,
  last_login_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  pk INTEGER PRIMARY KEY,
  jti TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  client TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_user ON sessions (user_pk);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE libraries (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  path TEXT NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  cron_schedule TEXT,
  default_mode TEXT NOT NULL DEFAULT 'normal',
  scan_on_start INTEGER NOT NULL DEFAULT 0,
  series_strategy TEXT NOT NULL DEFAULT 'folder',
  reading_direction TEXT NOT NULL DEFAULT 'ltr',
  excluded_patterns TEXT NOT NULL DEFAULT '[]',
  watch INTEGER NOT NULL DEFAULT 0,
  available INTEGER NOT NULL DEFAULT 1,
  -- Of what is present: kept by the triggers below.
  series_count INTEGER NOT NULL DEFAULT 0,
  book_count INTEGER NOT NULL DEFAULT 0,
  file_size INTEGER NOT NULL DEFAULT 0,
  last_scanned_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE series (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  -- Relative to the library, '/' between folders; what the series strategy groups by.
  path TEXT NOT NULL,
  filename TEXT NOT NULL,
  filename_key TEXT NOT NULL,
  name TEXT NOT NULL,
  name_sort TEXT NOT NULL,
  name_key TEXT NOT NULL,
  -- Set while the series has no present book.
  missing_since TEXT,
  book_count INTEGER NOT NULL DEFAULT 0,
  file_size INTEGER NOT NULL DEFAULT 0,
  page_count INTEGER NOT NULL DEFAULT 0,
  original_title TEXT,
  summary TEXT,
  publisher TEXT,
  imprint TEXT,
  status TEXT,
  language TEXT,
  year INTEGER,
  release_date TEXT,
  reading_direction TEXT,
  age_rating INTEGER,
  total_volumes INTEGER,
  total_chapters REAL,
  authors TEXT NOT NULL DEFAULT '[]',
  alternate_titles TEXT NOT NULL DEFAULT '[]',
  genres TEXT NOT NULL DEFAULT '[]',
  tags TEXT NOT NULL DEFAULT '[]',
  external_links TEXT NOT NULL DEFAULT '[]',
  -- Names of columns that a user edited: a scan leaves them.
  locked_fields TEXT NOT NULL DEFAULT '[]',
  metadata_updated_at TEXT NOT NULL,
  date_added TEXT NOT NULL,
  date_updated TEXT NOT NULL,
  UNIQUE (library_pk, path)
) STRICT;
CREATE INDEX series_by_name ON series (name_key, pk) WHERE missing_since IS NULL;
CREATE INDEX series_by_library_name ON series (library_pk, name_key, pk) WHERE missing_since IS NULL;
CREATE INDEX series_by_date_added ON series (date_added, pk) WHERE missing_since IS NULL;
CREATE INDEX series_by_date_updated ON series (date_updated, pk) WHERE missing_since IS NULL;
CREATE INDEX series_by_release_date ON series (release_date, pk) WHERE missing_since IS NULL;
CREATE INDEX series_by_book_count ON series (book_count, pk) WHERE missing_since IS NULL;
CREATE INDEX series_by_file_size ON series (file_size, pk) WHERE missing_since IS NULL;
CREATE INDEX series_by_filename ON series (filename_key, pk) WHERE missing_since IS NULL;
CREATE INDEX series_by_page_count ON series (page_count, pk) WHERE missing_since IS NULL;

CREATE TABLE books (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  -- Relative to the library, '/' between folders.
  path TEXT NOT NULL,
  filename TEXT NOT NULL,
  format TEXT NOT NULL,
  title TEXT NOT NULL,
  title_sort TEXT NOT NULL,
  title_key TEXT NOT NULL,
  number REAL,
  volume REAL,
  chapter REAL,
  -- Orders the books of a series: by number, those without one last.
  number_key REAL NOT NULL GENERATED ALWAYS AS (coalesce(number, 1e12)) VIRTUAL,
  file_size INTEGER NOT NULL,
  file_hash TEXT,
  file_modified_at TEXT NOT NULL,
  -- Identity: milliseconds since the epoch, device and inode as text (64 bits), fingerprint of the content.
  file_modified_ms REAL NOT NULL,
  device TEXT NOT NULL,
  inode TEXT NOT NULL,
  fingerprint TEXT,
  page_count INTEGER NOT NULL DEFAULT 0,
  analyzed INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  missing_since TEXT,
  release_date TEXT,
  language TEXT,
  summary TEXT,
  reading_direction TEXT,
  -- The `metadata` of the wire's record, as JSON.
  metadata TEXT NOT NULL DEFAULT '{}',
  locked_fields TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  UNIQUE (library_pk, path)
) STRICT;
CREATE INDEX books_by_series ON books (series_pk, number_key, title_key, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_title ON books (title_key, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_number ON books (number_key, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_file_size ON books (file_size, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_page_count ON books (page_count, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_created_at ON books (created_at, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_modified_at ON books (modified_at, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_library_title ON books (library_pk, title_key, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_all_series ON books (series_pk);
CREATE INDEX books_not_analyzed ON books (library_pk, pk) WHERE analyzed = 0 AND error IS NULL AND missing_since IS NULL;
CREATE INDEX books_missing ON books (missing_since) WHERE missing_since IS NOT NULL;

-- Apart from `books`, so that its rows stay short. JSON array, one object a page:
-- {filename, media_type, width, height, file_size} and what reading it needs {method, offset, compressed_size, crc32}.
CREATE TABLE book_pages (
  book_pk INTEGER PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  pages TEXT NOT NULL
) STRICT;

CREATE TABLE progress (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  -- Of the book; kept by a trigger when the book moves.
  series_pk INTEGER NOT NULL,
  current_page INTEGER NOT NULL,
  is_completed INTEGER NOT NULL,
  location TEXT,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  completed_at TEXT,
  PRIMARY KEY (user_pk, book_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX progress_recent ON progress (user_pk, updated_at);
CREATE INDEX progress_reading ON progress (user_pk, is_completed, updated_at);
CREATE INDEX progress_by_series ON progress (user_pk, series_pk, is_completed);
CREATE INDEX progress_by_book ON progress (book_pk);

-- What a user has read of a series, counting present books only: kept by the triggers below.
CREATE TABLE user_series (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  completed_count INTEGER NOT NULL DEFAULT 0,
  in_progress_count INTEGER NOT NULL DEFAULT 0,
  read_at TEXT,
  PRIMARY KEY (user_pk, series_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_series_recent ON user_series (user_pk, read_at);
CREATE INDEX user_series_by_series ON user_series (series_pk);

CREATE TABLE tasks (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  task_type TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending',
  -- Lower runs first; ties in the order of creation.
  priority INTEGER NOT NULL DEFAULT 100,
  -- At most one pending or running task has a given key.
  dedupe_key TEXT,
  payload TEXT NOT NULL DEFAULT '{}',
  attempts INTEGER NOT NULL DEFAULT 0,
  progress_current INTEGER NOT NULL DEFAULT 0,
  progress_total INTEGER NOT NULL DEFAULT 0,
  progress_message TEXT NOT NULL DEFAULT '',
  library_id TEXT,
  series_id TEXT,
  book_id TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  completed_at TEXT
) STRICT;
CREATE INDEX tasks_queue ON tasks (status, priority, pk);
CREATE INDEX tasks_by_created_at ON tasks (created_at, pk);
CREATE UNIQUE INDEX tasks_dedupe ON tasks (dedupe_key) WHERE dedupe_key IS NOT NULL AND status IN ('pending', 'running');

CREATE TABLE scans (
  task_id TEXT PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  mode TEXT NOT NULL,
  files_total INTEGER NOT NULL DEFAULT 0,
  files_processed INTEGER NOT NULL DEFAULT 0,
  series_found INTEGER NOT NULL DEFAULT 0,
  books_added INTEGER NOT NULL DEFAULT 0,
  books_updated INTEGER NOT NULL DEFAULT 0,
  books_removed INTEGER NOT NULL DEFAULT 0,
  -- The first 100, JSON.
  errors TEXT NOT NULL DEFAULT '[]',
  error_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX scans_by_library ON scans (library_pk);

-- Counters of series and libraries: what is present counts.
CREATE TRIGGER books_count_insert AFTER INSERT ON books WHEN new.missing_since IS NULL BEGIN
  UPDATE series SET book_count = book_count + 1, file_size = file_size + new.file_size,
    page_count = page_count + new.page_count WHERE pk = new.series_pk;
  UPDATE libraries SET book_count = book_count + 1, file_size = file_size + new.file_size WHERE pk = new.library_pk;
END;
CREATE TRIGGER books_count_delete AFTER DELETE ON books WHEN old.missing_since IS NULL BEGIN
  UPDATE series SET book_count = book_count - 1, file_size = file_size - old.file_size,
    page_count = page_count - old.page_count WHERE pk = old.series_pk;
  UPDATE libraries SET book_count = book_count - 1, file_size = file_size - old.file_size WHERE pk = old.library_pk;
END;
CREATE TRIGGER books_count_update AFTER UPDATE OF series_pk, library_pk, file_size, page_count, missing_since ON books
WHEN old.series_pk <> new.series_pk OR old.library_pk <> new.library_pk OR old.file_size <> new.file_size
  OR old.page_count <> new.page_count OR (old.missing_since IS NULL) <> (new.missing_since IS NULL)
BEGIN
  UPDATE series SET book_count = book_count - 1, file_size = file_size - old.file_size,
    page_count = page_count - old.page_count WHERE pk = old.series_pk AND old.missing_since IS NULL;
  UPDATE libraries SET book_count = book_count - 1, file_size = file_size - old.file_size
    WHERE pk = old.library_pk AND old.missing_since IS NULL;
  UPDATE series SET book_count = book_count + 1, file_size = file_size + new.file_size,
    page_count = page_count + new.page_count WHERE pk = new.series_pk AND new.missing_since IS NULL;
  UPDATE libraries SET book_count = book_count + 1, file_size = file_size + new.file_size
    WHERE pk = new.library_pk AND new.missing_since IS NULL;
END;
CREATE TRIGGER series_count_insert AFTER INSERT ON series WHEN new.missing_since IS NULL BEGIN
  UPDATE libraries SET series_count = series_count + 1 WHERE pk = new.library_pk;
END;
CREATE TRIGGER series_count_delete AFTER DELETE ON series WHEN old.missing_since IS NULL BEGIN
  UPDATE libraries SET series_count = series_count - 1 WHERE pk = old.library_pk;
END;
CREATE TRIGGER series_count_update AFTER UPDATE OF missing_since ON series
WHEN (old.missing_since IS NULL) <> (new.missing_since IS NULL) BEGIN
  UPDATE libraries SET series_count = series_count + iif(new.missing_since IS NULL, 1, -1) WHERE pk = new.library_pk;
END;

-- Reading counters per user and series.
CREATE TRIGGER progress_count_insert AFTER INSERT ON progress BEGIN
  INSERT INTO user_series (user_pk, series_pk, completed_count, in_progress_count, read_at)
  SELECT new.user_pk, new.series_pk, new.is_completed, 1 - new.is_completed, new.updated_at
  FROM books WHERE pk = new.book_pk AND missing_since IS NULL
  ON CONFLICT (user_pk, series_pk) DO UPDATE SET
    completed_count = completed_count + excluded.completed_count,
    in_progress_count = in_progress_count + excluded.in_progress_count,
    read_at = max(coalesce(read_at, ''), excluded.read_at);
END;
CREATE TRIGGER progress_count_update AFTER UPDATE OF is_completed, updated_at ON progress BEGIN
  UPDATE user_series SET
    completed_count = completed_count + new.is_completed - old.is_completed,
    in_progress_count = in_progress_count - new.is_completed + old.is_completed,
    read_at = max(coalesce(read_at, ''), new.updated_at)
  WHERE user_pk = new.user_pk AND series_pk = new.series_pk
    AND EXISTS (SELECT 1 FROM books WHERE pk = new.book_pk AND missing_since IS NULL);
END;
CREATE TRIGGER progress_count_delete AFTER DELETE ON progress BEGIN
  UPDATE user_series SET
    completed_count = completed_count - old.is_completed,
    in_progress_count = in_progress_count - 1 + old.is_completed,
    read_at = (SELECT max(updated_at) FROM progress WHERE user_pk = old.user_pk AND series_pk = old.series_pk)
  WHERE user_pk = old.user_pk AND series_pk = old.series_pk
    AND EXISTS (SELECT 1 FROM books WHERE pk = old.book_pk AND missing_since IS NULL);
END;
-- A book that moves, goes missing or returns: the counters of its series are counted anew, for its readers only.
CREATE TRIGGER progress_follows_book AFTER UPDATE OF series_pk, missing_since ON books
WHEN (old.series_pk <> new.series_pk OR (old.missing_since IS NULL) <> (new.missing_since IS NULL))
  AND EXISTS (SELECT 1 FROM progress WHERE book_pk = new.pk)
BEGIN
  UPDATE progress SET series_pk = new.series_pk WHERE book_pk = new.pk;
  DELETE FROM user_series WHERE series_pk IN (old.series_pk, new.series_pk)
    AND user_pk IN (SELECT user_pk FROM progress WHERE book_pk = new.pk);
  INSERT INTO user_series (user_pk, series_pk, completed_count, in_progress_count, read_at)
  SELECT p.user_pk, p.series_pk, sum(p.is_completed), sum(1 - p.is_completed), max(p.updated_at)
  FROM progress p JOIN books b ON b.pk = p.book_pk
  WHERE p.series_pk IN (old.series_pk, new.series_pk) AND b.missing_since IS NULL
    AND p.user_pk IN (SELECT user_pk FROM progress WHERE book_pk = new.pk)
  GROUP BY p.user_pk, p.series_pk;
END;
-- While the book is still there, so that the counters above see it.
CREATE TRIGGER progress_before_book_delete BEFORE DELETE ON books BEGIN
  DELETE FROM progress WHERE book_pk = old.pk;
END;
