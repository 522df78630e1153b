-- What an admin and each user chose; a key that is not here has its default.

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  -- JSON.
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- Name of the user at that time: it stays readable when the user is gone.
  updated_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE setting_changes (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key TEXT NOT NULL,
  -- JSON; a secret is never written here, only its mask.
  old_value TEXT NOT NULL,
  new_value TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  change_reason TEXT
) STRICT;
CREATE INDEX setting_changes_by_key ON setting_changes (key, changed_at);

CREATE TABLE preferences (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  key TEXT NOT NULL,
  -- JSON.
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (user_pk, key)
) STRICT, WITHOUT ROWID;
