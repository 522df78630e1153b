-- What readers mark in books: bookmarks, highlights and notes, each of one user. They name the book by its row, so
-- that they follow it wherever it moves and end when it leaves the trash.
CREATE TABLE annotations (
  pk INTEGER PRIMARY KEY,
  -- Unique for its user only: whoever says an id learns nothing of those of others.
  id TEXT NOT NULL,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('bookmark', 'highlight', 'note')),
  page INTEGER NOT NULL,
  -- A Readium locator as JSON, where a page alone says too little.
  location TEXT,
  text TEXT,
  note TEXT,
  color TEXT,
  -- Folded text and note.
  search_key TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (user_pk, id)
) STRICT;
CREATE INDEX annotations_by_age ON annotations (user_pk, created_at, pk);
CREATE INDEX annotations_by_change ON annotations (user_pk, updated_at, pk);
CREATE INDEX annotations_of_book ON annotations (book_pk, user_pk);
