-- Filters that people keep under a name: what is on such a list is found anew whenever it is asked for.
CREATE TABLE smart_lists (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  target TEXT NOT NULL CHECK (target IN ('series', 'books')),
  -- JSON as clients write it; null leaves everything.
  condition TEXT,
  full_text_search TEXT,
  sort_field TEXT NOT NULL,
  sort_direction TEXT NOT NULL CHECK (sort_direction IN ('asc', 'desc')),
  -- 1: everybody sees it and finds what they themselves may see.
  shared INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX smart_lists_of_user ON smart_lists (user_pk);
CREATE INDEX smart_lists_shared ON smart_lists (pk) WHERE shared = 1;
