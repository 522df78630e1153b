-- Sessions that are listed and renewed in use, and passwords that are reset by mail.

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
