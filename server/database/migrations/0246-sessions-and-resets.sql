-- Sessions that are listed and renewed in use, passwords that are reset by mail, and more kinds of
-- sign-ins.

-- Where a session began, and what authenticated it.
ALTER TABLE sessions ADD COLUMN address TEXT;
ALTER TABLE sessions ADD COLUMN source TEXT;
-- Written at most once a day.
ALTER TABLE sessions ADD COLUMN last_used_at TEXT;
-- "Stay signed in": seconds without use after which the session ends; null for a fixed end.
ALTER TABLE sessions ADD COLUMN idle_seconds INTEGER;

-- One link at a time for each person.
CREATE TABLE password_resets (
  user_pk INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- SHA-256, so that reading the database does not allow a reset.
  token_hash TEXT NOT NULL UNIQUE,
  -- The address that the link was sent to; another one of the account invalidates it.
  email_key TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

-- Without the lists of values, which every kind of sign-in would change; the code has them as types.
CREATE TABLE new_sign_ins (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  source TEXT NOT NULL,
  -- Null where it succeeded.
  failure TEXT,
  address TEXT NOT NULL,
  user_agent TEXT,
  -- The API key and its name at that time; the key may be gone.
  key_id TEXT,
  key_name TEXT,
  created_at TEXT NOT NULL
) STRICT;
INSERT INTO new_sign_ins (pk, id, user_pk, source, failure, address, user_agent, key_id, key_name, created_at)
  SELECT pk, id, user_pk, source, failure, address, user_agent, key_id, key_name, created_at FROM sign_ins;
DROP TABLE sign_ins;
ALTER TABLE new_sign_ins RENAME TO sign_ins;
CREATE INDEX sign_ins_by_user ON sign_ins (user_pk, created_at);
CREATE INDEX sign_ins_by_age ON sign_ins (created_at);
