-- What the files say of the fields in `locked_fields`, JSON: it comes back when a field is unlocked.
ALTER TABLE series ADD COLUMN file_values TEXT NOT NULL DEFAULT '{}';
ALTER TABLE books ADD COLUMN file_values TEXT NOT NULL DEFAULT '{}';

-- What people changed by hand, the newest with the highest key; old ones are forgotten.
CREATE TABLE edits (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  entity TEXT NOT NULL CHECK (entity IN ('series', 'book')),
  user_pk INTEGER REFERENCES users ON DELETE SET NULL,
  -- The request, JSON.
  change TEXT NOT NULL,
  -- Of the only record, or null.
  title TEXT,
  record_count INTEGER NOT NULL,
  changed_count INTEGER NOT NULL DEFAULT 0,
  -- Of the values that are kept, characters.
  size INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  undone_at TEXT
) STRICT;
CREATE INDEX edits_by_user ON edits (user_pk);

-- One row a record: to be done while `before` is null. JSON: field → {value, locked}.
CREATE TABLE edit_records (
  edit_pk INTEGER NOT NULL REFERENCES edits ON DELETE CASCADE,
  record_id TEXT NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (edit_pk, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX edit_records_to_do ON edit_records (edit_pk, record_id) WHERE before IS NULL;
