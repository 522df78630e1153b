-- How files that are taken in are named; empty for the default.
ALTER TABLE libraries ADD COLUMN file_name_pattern TEXT NOT NULL DEFAULT '';

-- Folders outside of libraries, in which new files arrive.
CREATE TABLE intake_folders (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  path TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  method TEXT NOT NULL CHECK (method IN ('copy', 'move')),
  -- Whether confident matches are taken in without being asked.
  is_watched INTEGER NOT NULL,
  quiet_minutes INTEGER NOT NULL,
  -- Digest of its files when it was last looked through by rule.
  seen TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX intake_folders_by_library ON intake_folders (library_pk);

-- One look through a folder, and what was taken in of it.
CREATE TABLE intakes (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  folder_pk INTEGER REFERENCES intake_folders ON DELETE SET NULL,
  path TEXT NOT NULL,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  method TEXT NOT NULL CHECK (method IN ('copy', 'move')),
  is_automatic INTEGER NOT NULL,
  status TEXT NOT NULL,
  error TEXT,
  task_id TEXT,
  created_at TEXT NOT NULL,
  taken_at TEXT
) STRICT;
CREATE INDEX intakes_by_folder ON intakes (folder_pk);
CREATE INDEX intakes_by_library ON intakes (library_pk);

CREATE TABLE intake_files (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  intake_pk INTEGER NOT NULL REFERENCES intakes ON DELETE CASCADE,
  -- Relative to the folder.
  path TEXT NOT NULL,
  search_key TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  file_modified_ms REAL NOT NULL,
  format TEXT NOT NULL,
  fingerprint TEXT,
  page_count INTEGER NOT NULL,
  -- Of a typical page, pixels.
  width INTEGER,
  height INTEGER,
  -- Why it cannot be taken in.
  error TEXT,
  number REAL,
  volume REAL,
  chapter REAL,
  -- JSON: title, year, publisher, language.
  details TEXT NOT NULL,
  series_pk INTEGER REFERENCES series ON DELETE SET NULL,
  series_name TEXT,
  basis TEXT,
  is_confident INTEGER NOT NULL,
  -- Whether a person chose its number.
  is_numbered INTEGER NOT NULL DEFAULT 0,
  -- The book that is there for this number, and what its file was then (JSON).
  present_pk INTEGER REFERENCES books ON DELETE SET NULL,
  present TEXT,
  verdict TEXT NOT NULL,
  differences TEXT NOT NULL,
  action TEXT NOT NULL,
  -- Relative to the library.
  target TEXT,
  is_named INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'planned',
  reason TEXT,
  -- SHA-256 of the copy.
  checksum TEXT,
  -- Of the file that was replaced: its id in the bin and its path.
  bin_id TEXT,
  former_path TEXT,
  -- Whether the file in the folder was deleted after it was copied.
  is_moved INTEGER NOT NULL DEFAULT 0,
  book_pk INTEGER REFERENCES books ON DELETE SET NULL
) STRICT;
CREATE INDEX intake_files_of_intake ON intake_files (intake_pk, state, pk);
CREATE INDEX intake_files_by_series ON intake_files (series_pk);
CREATE INDEX intake_files_by_present ON intake_files (present_pk);
CREATE INDEX intake_files_by_book ON intake_files (book_pk);
