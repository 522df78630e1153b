-- People who register by themselves, and the keys of their programs.

-- Registered, but the e-mail address is not confirmed yet.
ALTER TABLE users ADD COLUMN verification_pending INTEGER NOT NULL DEFAULT 0;

-- The one token of a user that confirms an address; gone once it was used.
CREATE TABLE email_verifications (
  user_pk INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  -- The address that it was sent to: another one is not confirmed by it.
  email_key TEXT NOT NULL,
  -- Only where no mail could carry it: an admin hands it over.
  link TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

CREATE TABLE api_keys (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  key_prefix TEXT NOT NULL UNIQUE,
  -- SHA-256 of the key's text, hexadecimal; the text itself is kept nowhere.
  key_hash TEXT NOT NULL,
  -- MD5 of the key's text, hexadecimal: what KOReader sends instead of a password.
  key_md5 TEXT NOT NULL UNIQUE,
  permissions TEXT NOT NULL,
  expires_at TEXT,
  last_used_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX api_keys_by_user ON api_keys (user_pk);
