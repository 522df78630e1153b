-- Which version of the scanner has read the file of a book: a newer one reads files again that have not changed.
ALTER TABLE books ADD COLUMN reader_version INTEGER NOT NULL DEFAULT 0;
-- Whether only that has made a series stale, so that it does not count as updated.
ALTER TABLE stale_series ADD COLUMN is_quiet INTEGER NOT NULL DEFAULT 0;
