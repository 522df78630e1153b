-- What is done with new files of a library, JSON; null: nothing. `ruled_until` is the time of the last book that the
-- rule has looked at.
ALTER TABLE libraries ADD COLUMN conversion_rule TEXT;
ALTER TABLE libraries ADD COLUMN ruled_until TEXT NOT NULL DEFAULT '';
CREATE TRIGGER conversion_rule_begins AFTER UPDATE OF conversion_rule ON libraries
WHEN old.conversion_rule IS NULL AND new.conversion_rule IS NOT NULL BEGIN
  UPDATE libraries SET ruled_until = (SELECT coalesce(max(created_at), '') FROM books WHERE library_pk = new.pk)
  WHERE pk = new.pk;
END;

-- The rule that made a plan, JSON; null: a person did.
ALTER TABLE conversions ADD COLUMN rule TEXT;
