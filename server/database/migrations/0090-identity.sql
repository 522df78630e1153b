-- The series that the file names, so that another series strategy can place it without opening it.
ALTER TABLE books ADD COLUMN embedded_series TEXT;
-- What the last scan saw: by what it grouped, and on which device the folder lay.
ALTER TABLE libraries ADD COLUMN scanned_strategy TEXT;
ALTER TABLE libraries ADD COLUMN volume TEXT;
