-- Whether an admin allows that edits are written into the files of a library.
ALTER TABLE libraries ADD COLUMN write_metadata INTEGER NOT NULL DEFAULT 0;

-- A plan to write metadata into files, and what became of it.
CREATE TABLE metadata_writes (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  user_pk INTEGER REFERENCES users ON DELETE SET NULL,
  -- edited: what people edited; all: everything that is known.
  scope TEXT NOT NULL CHECK (scope IN ('edited', 'all')),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX metadata_writes_of_library ON metadata_writes (library_pk);
CREATE INDEX metadata_writes_of_user ON metadata_writes (user_pk);

CREATE TABLE metadata_write_files (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  write_pk INTEGER NOT NULL REFERENCES metadata_writes ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  -- pending: not yet compared; writing, undoing: a crash may have left the former or the new file.
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN
    ('pending', 'planned', 'skipped', 'writing', 'written', 'failed', 'undoing', 'undone')),
  -- Why a file was left as it is, or what the format cannot hold.
  reason TEXT,
  -- JSON: a list of field, before, after.
  changes TEXT NOT NULL DEFAULT '[]',
  -- Name of the entry in the archive.
  entry TEXT,
  -- The entry as it lay in the archive before; null: there was none.
  former BLOB,
  -- SHA-256 of the content that was written: only that is undone.
  written_hash TEXT,
  written_at TEXT
) STRICT;
CREATE INDEX metadata_write_files_of_write ON metadata_write_files (write_pk, state);
CREATE INDEX metadata_write_files_of_book ON metadata_write_files (book_pk);

-- By what KOReader knows files that Octavo has changed since: devices keep the former file.
CREATE TABLE former_document_hashes (
  document_hash TEXT PRIMARY KEY,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX former_document_hashes_of_book ON former_document_hashes (book_pk);
