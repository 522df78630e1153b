-- When a file in a bin was moved on to the bin of the system; there, people restore or delete it.
ALTER TABLE binned_files ADD COLUMN handed_over_at TEXT;
