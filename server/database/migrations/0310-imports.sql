-- What other programs left behind, as a report of lines that people can change before it is written.
CREATE TABLE imports (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  -- Path or name of the file.
  name TEXT NOT NULL,
  -- Where it is read from; null once that is done.
  file TEXT,
  status TEXT NOT NULL CHECK (status IN ('reading', 'ready', 'importing', 'imported', 'undoing', 'undone', 'failed')),
  prefer TEXT NOT NULL DEFAULT 'newer',
  error TEXT,
  task_id TEXT,
  user_pk INTEGER REFERENCES users ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  imported_at TEXT,
  undone_at TEXT
) STRICT;

CREATE TABLE import_lines (
  pk INTEGER PRIMARY KEY,
  import_pk INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
  -- Place of the kind in the order of importing.
  rank INTEGER NOT NULL,
  kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  -- Source ids of the person and of the book or series that it is about.
  person TEXT,
  book TEXT,
  series TEXT,
  title TEXT NOT NULL,
  detail TEXT,
  -- Folded title and detail.
  search_key TEXT NOT NULL,
  -- As JSON, see moving-in/model.ts.
  record TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'missing',
  basis TEXT,
  -- Id of what it belongs to here; of a library the folder.
  target TEXT,
  choice TEXT,
  imported INTEGER NOT NULL DEFAULT 0,
  UNIQUE (import_pk, kind, source_id)
) STRICT;
CREATE INDEX import_lines_in_order ON import_lines (import_pk, rank, pk);
CREATE INDEX import_lines_of_book ON import_lines (import_pk, book) WHERE book IS NOT NULL;
CREATE INDEX import_lines_of_series ON import_lines (import_pk, series) WHERE series IS NOT NULL;
CREATE INDEX import_lines_of_person ON import_lines (import_pk, person) WHERE person IS NOT NULL;

-- What an import changed, for its undo.
CREATE TABLE import_changes (
  pk INTEGER PRIMARY KEY,
  import_pk INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
  entity TEXT NOT NULL,
  -- JSON: the key of the row.
  row_key TEXT NOT NULL,
  -- JSON of the row; null where there is none.
  before TEXT,
  after TEXT
) STRICT;
CREATE INDEX import_changes_of_import ON import_changes (import_pk, pk);
