-- A scan wrote what a new series says of itself shortly after its row, as if somebody had changed it.
UPDATE series SET date_updated = date_added
WHERE locked_fields = '[]' AND unixepoch(date_updated) - unixepoch(date_added) BETWEEN 0 AND 3600;
