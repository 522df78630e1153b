-- Whether a plan removes pages that are marked as advertising; `behind_first`: all but the first page of a book.
ALTER TABLE conversions ADD COLUMN removed_pages TEXT CHECK (removed_pages IN ('behind_first', 'all'));
-- Pages of the book before, and those that are removed: a JSON list of indexes, ascending.
ALTER TABLE conversion_files ADD COLUMN page_count INTEGER;
ALTER TABLE conversion_files ADD COLUMN removed TEXT NOT NULL DEFAULT '[]';
