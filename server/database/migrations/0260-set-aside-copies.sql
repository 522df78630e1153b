-- Copies that somebody hid or moved to the bin. Their books are missing, and their paths ignored.
CREATE TABLE set_aside_copies (
  book_pk INTEGER PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  -- hidden; bin: the file is there; moving, restoring: a crash may have left it in either place.
  state TEXT NOT NULL CHECK (state IN ('hidden', 'bin', 'moving', 'restoring')),
  -- Name of its folder in the bin.
  bin_id TEXT NOT NULL,
  -- The copy that stayed: without it, the file in the bin is not deleted.
  kept_book_pk INTEGER REFERENCES books ON DELETE SET NULL,
  set_aside_at TEXT NOT NULL
) STRICT;
CREATE INDEX set_aside_copies_of_kept ON set_aside_copies (kept_book_pk);
