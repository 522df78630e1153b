-- Grows with each change of what lists of series and books show, in which order, and to whom; not with reading.
-- What is computed from all rows stays valid until then.
CREATE TABLE content_revision (
  pk INTEGER PRIMARY KEY CHECK (pk = 1),
  revision INTEGER NOT NULL
) STRICT;
INSERT INTO content_revision VALUES (1, 0);

CREATE TRIGGER content_book_insert AFTER INSERT ON books BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_book_delete AFTER DELETE ON books BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_book_update AFTER UPDATE OF series_pk, library_pk, missing_since, title_key, number, position,
  file_size, page_count, created_at, modified_at ON books BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_series_insert AFTER INSERT ON series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_series_delete AFTER DELETE ON series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_series_update AFTER UPDATE OF library_pk, missing_since, name_key, filename_key, date_added,
  date_updated, book_count, file_size, page_count ON series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_shown AFTER INSERT ON visible_series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_hidden AFTER DELETE ON visible_series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;

-- So that a restricted person's search finds the series of each hit without reading the rows of books.
CREATE INDEX books_with_series ON books (pk, series_pk);
