-- The result of the rule as integer keys, which SQLite finds several times as fast as two columns: the user's in the
-- upper 32 bits, that of the series or book below. Only triggers and the change of a rule write them.
CREATE TABLE visible_before AS SELECT user_pk, series_pk FROM visible_series;
DROP TABLE visible_series;
CREATE TABLE visible_series (key INTEGER PRIMARY KEY) STRICT;
INSERT INTO visible_series SELECT (user_pk << 32) + series_pk FROM visible_before ORDER BY 1;
DROP TABLE visible_before;

-- The books of visible series, so that each hit of a search is looked up without its series.
CREATE TABLE visible_books (key INTEGER PRIMARY KEY) STRICT;
INSERT INTO visible_books
SELECT (v.key >> 32 << 32) + b.pk FROM visible_series v CROSS JOIN books b ON b.series_pk = v.key & 0xFFFFFFFF ORDER BY 1;
DROP INDEX books_with_series;

CREATE TRIGGER visible_books_shown AFTER INSERT ON visible_series BEGIN
  INSERT INTO visible_books SELECT (new.key >> 32 << 32) + pk FROM books WHERE series_pk = new.key & 0xFFFFFFFF;
END;
CREATE TRIGGER visible_books_hidden AFTER DELETE ON visible_series BEGIN
  DELETE FROM visible_books
  WHERE key IN (SELECT (old.key >> 32 << 32) + pk FROM books WHERE series_pk = old.key & 0xFFFFFFFF);
END;
CREATE TRIGGER visible_book_insert AFTER INSERT ON books BEGIN
  INSERT INTO visible_books SELECT (r.user_pk << 32) + new.pk FROM content_restrictions r
  WHERE (r.user_pk << 32) + new.series_pk IN (SELECT key FROM visible_series);
END;
CREATE TRIGGER visible_book_delete AFTER DELETE ON books BEGIN
  DELETE FROM visible_books WHERE key IN (SELECT (user_pk << 32) + old.pk FROM content_restrictions);
END;
CREATE TRIGGER visible_book_moves AFTER UPDATE OF series_pk ON books WHEN old.series_pk <> new.series_pk BEGIN
  DELETE FROM visible_books WHERE key IN (SELECT (user_pk << 32) + new.pk FROM content_restrictions);
  INSERT INTO visible_books SELECT (r.user_pk << 32) + new.pk FROM content_restrictions r
  WHERE (r.user_pk << 32) + new.series_pk IN (SELECT key FROM visible_series);
END;
CREATE TRIGGER visible_rule_delete BEFORE DELETE ON content_restrictions BEGIN
  DELETE FROM visible_series WHERE key BETWEEN old.user_pk << 32 AND (old.user_pk << 32) + 0xFFFFFFFF;
END;

-- As in 0244, 0253 and 0475, for the new table.
CREATE TRIGGER visible_count_insert AFTER INSERT ON visible_series BEGIN
  UPDATE visible_libraries SET series_count = visible_libraries.series_count + 1,
    book_count = visible_libraries.book_count + s.book_count, file_size = visible_libraries.file_size + s.file_size
  FROM series s
  WHERE s.pk = new.key & 0xFFFFFFFF AND s.missing_since IS NULL
    AND visible_libraries.user_pk = new.key >> 32 AND visible_libraries.library_pk = s.library_pk;
END;
CREATE TRIGGER visible_count_delete BEFORE DELETE ON visible_series BEGIN
  UPDATE visible_libraries SET series_count = visible_libraries.series_count - 1,
    book_count = visible_libraries.book_count - s.book_count, file_size = visible_libraries.file_size - s.file_size
  FROM series s
  WHERE s.pk = old.key & 0xFFFFFFFF AND s.missing_since IS NULL
    AND visible_libraries.user_pk = old.key >> 32 AND visible_libraries.library_pk = s.library_pk;
END;
CREATE TRIGGER content_shown AFTER INSERT ON visible_series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
CREATE TRIGGER content_hidden AFTER DELETE ON visible_series BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;

DROP TRIGGER visible_series_insert;
CREATE TRIGGER visible_series_insert AFTER INSERT ON series BEGIN
  INSERT INTO visible_series SELECT (user_pk << 32) + series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
DROP TRIGGER visible_series_delete;
-- While the series and its books are still there, so that the counters see it.
CREATE TRIGGER visible_series_delete BEFORE DELETE ON series BEGIN
  DELETE FROM visible_series WHERE key IN (SELECT (user_pk << 32) + old.pk FROM content_restrictions);
END;
DROP TRIGGER visible_series_change;
CREATE TRIGGER visible_series_change AFTER UPDATE OF age_rating, label_keys ON series
WHEN old.age_rating IS NOT new.age_rating OR old.label_keys <> new.label_keys BEGIN
  DELETE FROM visible_series WHERE key IN (SELECT (user_pk << 32) + new.pk FROM content_restrictions
    WHERE user_pk NOT IN (SELECT user_pk FROM series_allowed WHERE series_pk = new.pk));
  INSERT OR IGNORE INTO visible_series
  SELECT (user_pk << 32) + series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
DROP TRIGGER visible_series_leaves;
CREATE TRIGGER visible_series_leaves BEFORE UPDATE OF library_pk ON series WHEN old.library_pk <> new.library_pk BEGIN
  DELETE FROM visible_series WHERE key IN (SELECT (user_pk << 32) + old.pk FROM content_restrictions);
END;
DROP TRIGGER visible_series_arrives;
CREATE TRIGGER visible_series_arrives AFTER UPDATE OF library_pk ON series WHEN old.library_pk <> new.library_pk BEGIN
  INSERT INTO visible_series SELECT (user_pk << 32) + series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
DROP TRIGGER visible_count_update;
CREATE TRIGGER visible_count_update AFTER UPDATE OF book_count, file_size, missing_since ON series
WHEN old.library_pk = new.library_pk BEGIN
  UPDATE visible_libraries SET
    series_count = series_count + (new.missing_since IS NULL) - (old.missing_since IS NULL),
    book_count = book_count + iif(new.missing_since IS NULL, new.book_count, 0)
      - iif(old.missing_since IS NULL, old.book_count, 0),
    file_size = file_size + iif(new.missing_since IS NULL, new.file_size, 0)
      - iif(old.missing_since IS NULL, old.file_size, 0)
  WHERE library_pk = new.library_pk AND (user_pk << 32) + new.pk IN (SELECT key FROM visible_series);
END;
