-- The missing numbers of each series that has some, so that the health page need not compare those of all books after
-- each write. A scan stores them at its end.
CREATE TABLE series_gaps (
  series_pk INTEGER PRIMARY KEY REFERENCES series ON DELETE CASCADE,
  -- Such as `3, 5–7`.
  missing TEXT NOT NULL
) STRICT;

-- Series whose numbers changed since: their gaps are computed when they are read.
CREATE TABLE changed_gaps (series_pk INTEGER PRIMARY KEY REFERENCES series ON DELETE CASCADE) STRICT;
INSERT INTO changed_gaps SELECT DISTINCT series_pk FROM books;

-- A series that is deleted with its books is not there any more.
CREATE TRIGGER gaps_of_new_book AFTER INSERT ON books BEGIN
  INSERT INTO changed_gaps SELECT pk FROM series WHERE pk = new.series_pk ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER gaps_of_deleted_book AFTER DELETE ON books BEGIN
  INSERT INTO changed_gaps SELECT pk FROM series WHERE pk = old.series_pk ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER gaps_of_changed_book
AFTER UPDATE OF series_pk, volume, chapter, number, volume_pk, missing_since ON books
WHEN old.series_pk IS NOT new.series_pk OR old.volume IS NOT new.volume OR old.chapter IS NOT new.chapter
  OR old.number IS NOT new.number OR old.volume_pk IS NOT new.volume_pk
  OR (old.missing_since IS NULL) <> (new.missing_since IS NULL)
BEGIN
  INSERT INTO changed_gaps SELECT pk FROM series WHERE pk IN (old.series_pk, new.series_pk)
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER gaps_of_new_volume AFTER INSERT ON volumes BEGIN
  INSERT INTO changed_gaps SELECT pk FROM series WHERE pk = new.series_pk ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER gaps_of_deleted_volume AFTER DELETE ON volumes BEGIN
  INSERT INTO changed_gaps SELECT pk FROM series WHERE pk = old.series_pk ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER gaps_of_changed_volume AFTER UPDATE OF series_pk, restarts ON volumes BEGIN
  INSERT INTO changed_gaps SELECT pk FROM series WHERE pk IN (old.series_pk, new.series_pk)
  ON CONFLICT DO NOTHING;
END;

-- As the health page looks for them.
CREATE INDEX series_without_metadata ON series (pk)
WHERE missing_since IS NULL AND summary IS NULL AND publisher IS NULL AND authors = '[]' AND genres = '[]';
