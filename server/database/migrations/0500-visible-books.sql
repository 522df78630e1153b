-- The result of the rule by integer keys: SQLite finds them several times as fast as two columns. The user is in
-- the upper 32 bits.
CREATE TABLE visible_before AS SELECT user_pk, series_pk FROM visible_series;
DROP TABLE visible_series;
CREATE TABLE visible_series (
  key INTEGER PRIMARY KEY CHECK (key = (user_pk << 32) + series_pk),
  user_pk INTEGER NOT NULL REFERENCES content_restrictions ON DELETE CASCADE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE
) STRICT;
INSERT INTO visible_series (key, user_pk, series_pk)
SELECT (user_pk << 32) + series_pk, user_pk, series_pk FROM visible_before;
DROP TABLE visible_before;
CREATE INDEX visible_series_by_user ON visible_series (user_pk);
CREATE INDEX visible_series_by_series ON visible_series (series_pk);

-- The books of visible series, so that a hit of a search is looked up without its series.
CREATE TABLE visible_books (
  -- The user as above, and the book.
  key INTEGER PRIMARY KEY
) STRICT;
INSERT INTO visible_books (key)
SELECT (v.user_pk << 32) + b.pk FROM visible_series v CROSS JOIN books b ON b.series_pk = v.series_pk ORDER BY 1;
DROP INDEX books_with_series;

CREATE TRIGGER visible_books_shown AFTER INSERT ON visible_series BEGIN
  INSERT INTO visible_books (key) SELECT (new.user_pk << 32) + pk FROM books WHERE series_pk = new.series_pk;
END;
CREATE TRIGGER visible_books_hidden AFTER DELETE ON visible_series BEGIN
  DELETE FROM visible_books
  WHERE key IN (SELECT (old.user_pk << 32) + pk FROM books WHERE series_pk = old.series_pk);
END;
CREATE TRIGGER visible_book_insert AFTER INSERT ON books BEGIN
  INSERT INTO visible_books (key)
  SELECT (user_pk << 32) + new.pk FROM visible_series WHERE series_pk = new.series_pk;
END;
CREATE TRIGGER visible_book_delete AFTER DELETE ON books BEGIN
  DELETE FROM visible_books WHERE key IN (SELECT (user_pk << 32) + old.pk FROM content_restrictions);
END;
CREATE TRIGGER visible_book_moves AFTER UPDATE OF series_pk ON books WHEN old.series_pk <> new.series_pk BEGIN
  DELETE FROM visible_books WHERE key IN (SELECT (user_pk << 32) + new.pk FROM content_restrictions);
  INSERT INTO visible_books (key)
  SELECT (user_pk << 32) + new.pk FROM visible_series WHERE series_pk = new.series_pk;
END;

-- As in 0244 and 0475, for the new table.
CREATE TRIGGER visible_count_insert AFTER INSERT ON visible_series BEGIN
  UPDATE visible_libraries SET series_count = visible_libraries.series_count + 1,
    book_count = visible_libraries.book_count + s.book_count, file_size = visible_libraries.file_size + s.file_size
  FROM series s
  WHERE s.pk = new.series_pk AND s.missing_since IS NULL
    AND visible_libraries.user_pk = new.user_pk AND visible_libraries.library_pk = s.library_pk;
END;
CREATE TRIGGER visible_count_delete BEFORE DELETE ON visible_series BEGIN
  UPDATE visible_libraries SET series_count = visible_libraries.series_count - 1,
    book_count = visible_libraries.book_count - s.book_count, file_size = visible_libraries.file_size - s.file_size
  FROM series s
  WHERE s.pk = old.series_pk AND s.missing_since IS NULL
    AND visible_libraries.user_pk = old.user_pk AND visible_libraries.library_pk = s.library_pk;
END;
CREATE TRIGGER content_shown AFTER INSERT ON visible_series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_hidden AFTER DELETE ON visible_series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;

DROP TRIGGER visible_series_insert;
CREATE TRIGGER visible_series_insert AFTER INSERT ON series BEGIN
  INSERT INTO visible_series (key, user_pk, series_pk)
  SELECT (user_pk << 32) + series_pk, user_pk, series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
DROP TRIGGER visible_series_change;
CREATE TRIGGER visible_series_change AFTER UPDATE OF age_rating, label_keys ON series
WHEN old.age_rating IS NOT new.age_rating OR old.label_keys <> new.label_keys BEGIN
  DELETE FROM visible_series WHERE series_pk = new.pk
    AND user_pk NOT IN (SELECT user_pk FROM series_allowed WHERE series_pk = new.pk);
  INSERT OR IGNORE INTO visible_series (key, user_pk, series_pk)
  SELECT (user_pk << 32) + series_pk, user_pk, series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
DROP TRIGGER visible_series_arrives;
CREATE TRIGGER visible_series_arrives AFTER UPDATE OF library_pk ON series WHEN old.library_pk <> new.library_pk BEGIN
  INSERT INTO visible_series (key, user_pk, series_pk)
  SELECT (user_pk << 32) + series_pk, user_pk, series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
