-- The file beside the book that is written, relative to the library; null if the book's own file is.
ALTER TABLE metadata_write_files ADD COLUMN sidecar TEXT;
