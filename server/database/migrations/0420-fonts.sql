-- Typefaces that the household added for reading EPUBs. `data` is last: lists do not read it.
CREATE TABLE fonts (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  family TEXT NOT NULL,
  weight_min INTEGER NOT NULL,
  weight_max INTEGER NOT NULL,
  is_italic INTEGER NOT NULL,
  media_type TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  -- SHA-256 of `data`.
  hash TEXT NOT NULL UNIQUE,
  -- What the font says about its licence.
  licence TEXT,
  -- Its maker does not let documents contain it.
  is_restricted INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  data BLOB NOT NULL
) STRICT;
