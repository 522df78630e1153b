-- The last volume or chapter of a file that holds several, such as "Vol 1 - 6": the numbers in between are not missing.
ALTER TABLE books ADD COLUMN number_end REAL;

DROP TRIGGER gaps_of_changed_book;
CREATE TRIGGER gaps_of_changed_book
AFTER UPDATE OF series_pk, volume, chapter, number, number_end, volume_pk, missing_since ON books
WHEN old.series_pk IS NOT new.series_pk OR old.volume IS NOT new.volume OR old.chapter IS NOT new.chapter
  OR old.number IS NOT new.number OR old.number_end IS NOT new.number_end
  OR old.volume_pk IS NOT new.volume_pk OR (old.missing_since IS NULL) <> (new.missing_since IS NULL)
BEGIN
  INSERT INTO changed_gaps SELECT pk FROM series WHERE pk IN (old.series_pk, new.series_pk)
  ON CONFLICT DO NOTHING;
END;
