-- Codes of an authenticator app, recovery codes and passkeys.

CREATE TABLE totp (
  user_pk INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Encrypted with a key among the server's secrets.
  secret TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- Null until a code of the app was entered.
  confirmed_at TEXT,
  -- The 30-second step of the newest code that was accepted: neither it nor an earlier one is again.
  last_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE recovery_codes (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of 80 random bits; a used code is deleted.
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_pk, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- The host name that it belongs to.
  rp_id TEXT NOT NULL,
  -- base64url, as on the wire.
  credential_id TEXT NOT NULL UNIQUE,
  -- SubjectPublicKeyInfo, DER.
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  -- JSON array of hints for browsers.
  transports TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_pk);
