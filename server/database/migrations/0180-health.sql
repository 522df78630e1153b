-- The widest page of a book that was analysed, pixels: too few are hard to read.
ALTER TABLE books ADD COLUMN page_width INTEGER;
UPDATE books SET page_width = (
  SELECT max(page.value ->> 'width') FROM book_pages p, json_each(p.pages) page WHERE p.book_pk = books.pk);
CREATE TRIGGER page_width_of_book AFTER UPDATE OF pages ON book_pages WHEN old.pages <> new.pages BEGIN
  UPDATE books SET page_width = (SELECT max(value ->> 'width') FROM json_each(new.pages))
  WHERE pk = new.book_pk;
END;

-- What somebody looked at and wants to hear no more of, while `mark` is what it was then.
CREATE TABLE health_ignored (
  kind TEXT NOT NULL,
  -- Of the book or series.
  record_id TEXT NOT NULL,
  mark TEXT NOT NULL,
  PRIMARY KEY (kind, record_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX books_broken ON books (pk) WHERE error IS NOT NULL AND missing_since IS NULL;
CREATE INDEX books_with_note ON books (pk) WHERE note IS NOT NULL AND missing_since IS NULL;
CREATE INDEX books_narrow ON books (page_width) WHERE page_width < 700 AND missing_since IS NULL;
CREATE INDEX books_without_pages ON books (pk)
  WHERE page_count = 0 AND analyzed = 1 AND error IS NULL AND missing_since IS NULL;
