-- Whether an admin allows that the files of a library are converted.
ALTER TABLE libraries ADD COLUMN convert_files INTEGER NOT NULL DEFAULT 0;

-- A plan to convert files, and what became of it.
CREATE TABLE conversions (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  user_pk INTEGER REFERENCES users ON DELETE SET NULL,
  -- Format that pages are recompressed to; null: pages stay as they are.
  page_format TEXT CHECK (page_format IN ('webp', 'avif')),
  -- 1 to 100.
  page_quality INTEGER,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX conversions_of_library ON conversions (library_pk);
CREATE INDEX conversions_of_user ON conversions (user_pk);

CREATE TABLE conversion_files (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversion_pk INTEGER NOT NULL REFERENCES conversions ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  -- pending: not yet looked at; converting, undoing: a crash may have left the former or the new file.
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN
    ('pending', 'planned', 'skipped', 'converting', 'converted', 'failed', 'undoing', 'undone')),
  -- Why a file is left as it is.
  reason TEXT,
  -- pack: a new archive is made; rename: only the extension is wrong.
  action TEXT CHECK (action IN ('pack', 'rename')),
  -- Relative to the library.
  from_path TEXT,
  to_path TEXT,
  -- Bytes; `to_size` is an estimate until the file is converted.
  from_size INTEGER,
  to_size INTEGER,
  -- Of the new file, so that only that one is undone.
  to_modified_ms INTEGER,
  converted_at TEXT
) STRICT;
CREATE INDEX conversion_files_of_conversion ON conversion_files (conversion_pk, state);
CREATE INDEX conversion_files_of_book ON conversion_files (book_pk);
