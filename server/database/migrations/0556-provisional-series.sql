-- The rating and labels of a series are known when its summary is written, at the end of a scan. Until then the series
-- is provisional: hidden from people whose restrictions look at them. Each series that appears is in `stale_series` as
-- well, so that a later scan writes its summary when this one is cancelled.
ALTER TABLE series ADD COLUMN is_provisional INTEGER NOT NULL DEFAULT 0;
CREATE INDEX series_provisional ON series (library_pk) WHERE is_provisional = 1;

DROP TRIGGER visible_series_change;
DROP VIEW series_allowed;
CREATE VIEW series_allowed AS
SELECT r.user_pk, s.pk AS series_pk, s.library_pk
FROM content_restrictions r CROSS JOIN series s
WHERE (r.all_libraries OR EXISTS (
    SELECT 1 FROM allowed_libraries a WHERE a.user_pk = r.user_pk AND a.library_pk = s.library_pk))
  AND (NOT s.is_provisional OR (r.max_age IS NULL AND NOT EXISTS (
    SELECT 1 FROM restricted_labels l WHERE l.user_pk = r.user_pk)))
  AND (r.max_age IS NULL OR iif(s.age_rating IS NULL, r.shows_unrated, s.age_rating <= r.max_age))
  AND NOT EXISTS (
    SELECT 1 FROM json_each(s.label_keys) given CROSS JOIN restricted_labels d
    WHERE d.user_pk = r.user_pk AND d.key = given.value AND NOT d.allowed)
  AND (NOT EXISTS (SELECT 1 FROM restricted_labels l WHERE l.user_pk = r.user_pk AND l.allowed)
    OR EXISTS (
      SELECT 1 FROM json_each(s.label_keys) given CROSS JOIN restricted_labels l
      WHERE l.user_pk = r.user_pk AND l.key = given.value AND l.allowed));
CREATE TRIGGER visible_series_change AFTER UPDATE OF age_rating, label_keys, is_provisional ON series
WHEN old.age_rating IS NOT new.age_rating OR old.label_keys <> new.label_keys
  OR old.is_provisional <> new.is_provisional BEGIN
  DELETE FROM visible_series WHERE key IN (SELECT (user_pk << 32) + new.pk FROM content_restrictions
    WHERE user_pk NOT IN (SELECT user_pk FROM series_allowed WHERE series_pk = new.pk));
  INSERT OR IGNORE INTO visible_series
  SELECT (user_pk << 32) + series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
