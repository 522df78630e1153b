-- Labels are compared by their search keys ("Über" is "über"), which SQL cannot compute: temporary
-- triggers keep them (`label-keys.ts`).

-- Of `labels`: JSON array of texts.
ALTER TABLE series ADD COLUMN label_keys TEXT NOT NULL DEFAULT '[]';
ALTER TABLE restricted_labels ADD COLUMN key TEXT NOT NULL DEFAULT '';

DROP TRIGGER visible_series_change;
DROP VIEW series_allowed;
-- The rule. A series is visible as a whole, because a person restricts by its rating and labels.
CREATE VIEW series_allowed AS
SELECT r.user_pk, s.pk AS series_pk, s.library_pk
FROM content_restrictions r CROSS JOIN series s
WHERE (r.all_libraries OR EXISTS (
    SELECT 1 FROM allowed_libraries a WHERE a.user_pk = r.user_pk AND a.library_pk = s.library_pk))
  AND (r.max_age IS NULL OR iif(s.age_rating IS NULL, r.shows_unrated, s.age_rating <= r.max_age))
  AND NOT EXISTS (
    SELECT 1 FROM json_each(s.label_keys) given CROSS JOIN restricted_labels d
    WHERE d.user_pk = r.user_pk AND d.key = given.value AND NOT d.allowed)
  AND (NOT EXISTS (SELECT 1 FROM restricted_labels l WHERE l.user_pk = r.user_pk AND l.allowed)
    OR EXISTS (
      SELECT 1 FROM json_each(s.label_keys) given CROSS JOIN restricted_labels l
      WHERE l.user_pk = r.user_pk AND l.key = given.value AND l.allowed));
CREATE TRIGGER visible_series_change AFTER UPDATE OF age_rating, label_keys ON series
WHEN old.age_rating IS NOT new.age_rating OR old.label_keys <> new.label_keys BEGIN
  DELETE FROM visible_series WHERE series_pk = new.pk
    AND user_pk NOT IN (SELECT user_pk FROM series_allowed WHERE series_pk = new.pk);
  INSERT OR IGNORE INTO visible_series (user_pk, series_pk)
  SELECT user_pk, series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
