-- Books that a scan moved from one series to another: by them a series is recognised in its new folder. They are
-- kept for a day, because a large folder is moved over several scans.
CREATE TABLE series_departures (
  book_pk INTEGER PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  -- The series that the book left.
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  departed_at TEXT NOT NULL,
  -- 1 once a scan that saw the whole library has drawn its conclusion.
  decided INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX series_departures_by_series ON series_departures (series_pk);

-- A series that was merged by moving its files waits for its books, and with it what the other one took over, JSON.
ALTER TABLE series ADD COLUMN merged_into INTEGER REFERENCES series ON DELETE SET NULL;
ALTER TABLE series ADD COLUMN handed_over TEXT;
CREATE INDEX series_merged ON series (merged_into) WHERE merged_into IS NOT NULL;

-- The report tells of series as well.
ALTER TABLE scan_reports ADD COLUMN series_renamed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scan_reports ADD COLUMN series_moved INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scan_reports ADD COLUMN series_split INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scan_reports ADD COLUMN series_merged INTEGER NOT NULL DEFAULT 0;

ALTER TABLE scan_report_entries RENAME TO former_scan_report_entries;
CREATE TABLE scan_report_entries (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  report_pk INTEGER NOT NULL REFERENCES scan_reports ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'moved', 'missing', 'returned', 'failed',
    'series_renamed', 'series_moved', 'series_split', 'series_merged')),
  book_pk INTEGER REFERENCES books ON DELETE SET NULL,
  path TEXT NOT NULL,
  previous_path TEXT,
  previous_fingerprint TEXT,
  message TEXT,
  -- What of the book changed, JSON: field → value.
  before TEXT,
  after TEXT,
  -- Of an entry about series: the one that was recognised, and the other part of a split or what was merged into it.
  series_pk INTEGER REFERENCES series ON DELETE SET NULL,
  other_series_pk INTEGER REFERENCES series ON DELETE SET NULL,
  -- JSON: what undoing it needs.
  recognition TEXT,
  undone_at TEXT
) STRICT;
INSERT INTO scan_report_entries (pk, id, report_pk, kind, book_pk, path, previous_path, previous_fingerprint,
  message, before, after, undone_at)
SELECT pk, id, report_pk, kind, book_pk, path, previous_path, previous_fingerprint, message, before, after,
  undone_at FROM former_scan_report_entries;
DROP TABLE former_scan_report_entries;
CREATE INDEX scan_report_entries_by_report ON scan_report_entries (report_pk, kind, pk);
CREATE INDEX scan_report_entries_by_book ON scan_report_entries (book_pk) WHERE book_pk IS NOT NULL;
CREATE INDEX scan_report_entries_by_series ON scan_report_entries (series_pk) WHERE series_pk IS NOT NULL;
CREATE INDEX scan_report_entries_by_other ON scan_report_entries (other_series_pk)
  WHERE other_series_pk IS NOT NULL;
