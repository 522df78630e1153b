-- What scans did, file by file, so that it can be looked at and taken back.
CREATE TABLE scan_reports (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  task_id TEXT,
  mode TEXT NOT NULL,
  -- 'running' until the scan ends; one that a crash ended stays so.
  outcome TEXT NOT NULL DEFAULT 'running',
  error TEXT,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  moved INTEGER NOT NULL DEFAULT 0,
  missing INTEGER NOT NULL DEFAULT 0,
  returned INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  started_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX scan_reports_by_library ON scan_reports (library_pk, pk);
CREATE INDEX scan_reports_by_task ON scan_reports (task_id) WHERE task_id IS NOT NULL;

CREATE TABLE scan_report_entries (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  report_pk INTEGER NOT NULL REFERENCES scan_reports ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'moved', 'missing', 'returned', 'failed')),
  book_pk INTEGER REFERENCES books ON DELETE SET NULL,
  path TEXT NOT NULL,
  previous_path TEXT,
  previous_fingerprint TEXT,
  message TEXT,
  -- What of the book changed, JSON: field → value.
  before TEXT,
  after TEXT,
  undone_at TEXT
) STRICT;
CREATE INDEX scan_report_entries_by_report ON scan_report_entries (report_pk, kind, pk);
CREATE INDEX scan_report_entries_by_book ON scan_report_entries (book_pk) WHERE book_pk IS NOT NULL;

-- Files that a person does not want in the library, though they lie in its folder.
CREATE TABLE ignored_files (
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  path TEXT NOT NULL,
  PRIMARY KEY (library_pk, path)
) STRICT, WITHOUT ROWID;
