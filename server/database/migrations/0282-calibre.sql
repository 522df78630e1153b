-- Size and time of the calibre database that the last whole scan has read, and of its log; null: read it again.
ALTER TABLE libraries ADD COLUMN calibre_stamp TEXT;
