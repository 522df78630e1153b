-- Kobo e-readers. `choice` is what a device is sent (JSON), `answer` the number of the last answer to a sync that told
-- it something.
CREATE TABLE kobo_devices (
  device_pk INTEGER PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  choice TEXT NOT NULL,
  answer INTEGER NOT NULL DEFAULT 0,
  synced_at TEXT
) STRICT;

-- What a device was last told of a book, and by which answer. It outlives the book, so that the device learns that the
-- book is gone. `place` is our progress, `reported` the state that the device itself sent last.
CREATE TABLE kobo_books (
  device_pk INTEGER NOT NULL REFERENCES kobo_devices ON DELETE CASCADE,
  book_id TEXT NOT NULL,
  answer INTEGER NOT NULL,
  is_removed INTEGER NOT NULL,
  content TEXT NOT NULL,
  details TEXT NOT NULL,
  place TEXT NOT NULL,
  reported TEXT,
  -- When its person deleted it on the device, which is not sent the book again.
  deleted_at TEXT,
  PRIMARY KEY (device_pk, book_id)
) STRICT, WITHOUT ROWID;

-- The same of the reading lists and collections that a device shows.
CREATE TABLE kobo_lists (
  device_pk INTEGER NOT NULL REFERENCES kobo_devices ON DELETE CASCADE,
  list_id TEXT NOT NULL,
  answer INTEGER NOT NULL,
  is_removed INTEGER NOT NULL,
  version TEXT NOT NULL,
  PRIMARY KEY (device_pk, list_id)
) STRICT, WITHOUT ROWID;
