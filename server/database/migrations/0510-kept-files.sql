-- Where a file of a bin is kept in the folder that the settings name: absolute. Written before it is moved there.
ALTER TABLE binned_files ADD COLUMN kept_at TEXT;
