-- Files of a book in other formats; the columns of the book describe the one that is read. `format` is the ending of
-- its name, also of formats that cannot be read.
CREATE TABLE book_formats (
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  format TEXT NOT NULL,
  path TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  file_modified_ms INTEGER NOT NULL,
  PRIMARY KEY (book_pk, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX book_formats_by_path ON book_formats (path);
-- The format that somebody chose in place of the library's first.
ALTER TABLE books ADD COLUMN chosen_format TEXT;
-- The next scan reads the calibre databases again.
UPDATE libraries SET calibre_stamp = NULL;
