-- Since when the folder of a library is there without a break: books of a drive that is away do not grow
-- old in the trash.
ALTER TABLE libraries ADD COLUMN available_since TEXT;
CREATE TRIGGER library_available AFTER UPDATE OF available ON libraries
WHEN old.available = 0 AND new.available = 1 BEGIN
  UPDATE libraries SET available_since = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE pk = new.pk;
END;
