-- Files of formats that Octavo does not read, as the last scan of a whole library found them.
CREATE TABLE unsupported_files (
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  -- Relative to the library.
  path TEXT NOT NULL,
  PRIMARY KEY (library_pk, path)
) STRICT, WITHOUT ROWID;
