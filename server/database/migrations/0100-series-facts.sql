-- What a book says of its series (name, how it sorts, other titles, how many books there are): JSON.
ALTER TABLE books ADD COLUMN series_facts TEXT NOT NULL DEFAULT '{}';
-- When the series.json that the series was read with was written, milliseconds since the epoch; null without one.
ALTER TABLE series ADD COLUMN sidecar_modified_ms REAL;
