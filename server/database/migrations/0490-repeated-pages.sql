-- Pages with the same content in many books of a library, for example advertising, and what an admin said of them.
CREATE TABLE repeated_pages (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  -- As the directories of archives tell them.
  crc32 INTEGER NOT NULL,
  file_size INTEGER NOT NULL,
  -- SHA-256 of the content that was read: only a page with the same one is removed.
  hash TEXT NOT NULL,
  -- WebP, so that it is shown when no book has the page any more.
  picture BLOB NOT NULL,
  -- Books with the page; among their first pages, among their last pages, and as their first page.
  book_count INTEGER NOT NULL,
  front_count INTEGER NOT NULL,
  back_count INTEGER NOT NULL,
  cover_count INTEGER NOT NULL,
  mark TEXT CHECK (mark IN ('advertising', 'keep')),
  found_at TEXT NOT NULL,
  UNIQUE (library_pk, crc32, file_size)
) STRICT;
