-- How the files of a library become books and series: JSON; what is absent has its default. `scanned_rules` are
-- those rules of the last whole scan that need files to be read again; null stands for the defaults.
ALTER TABLE libraries ADD COLUMN scan_rules TEXT NOT NULL DEFAULT '{}';
ALTER TABLE libraries ADD COLUMN scanned_rules TEXT;
