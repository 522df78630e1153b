-- Signing in with the user name or the e-mail address, and a history of who did.

-- A user name and an e-mail address sign in alike, so nobody can take the one as the other. The two UNIQUE
-- columns keep names and addresses apart among themselves. Only a changed value is checked: where an older
-- database holds such a clash already, both accounts stay as they are, and the user name signs in.
CREATE TRIGGER users_insert_username BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM users WHERE email_key = NEW.username_key)
BEGIN SELECT RAISE(ABORT, 'sign-in name taken: users.username_key'); END;

CREATE TRIGGER users_insert_email BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM users WHERE username_key = NEW.email_key)
BEGIN SELECT RAISE(ABORT, 'sign-in name taken: users.email_key'); END;

CREATE TRIGGER users_update_username BEFORE UPDATE OF username_key ON users
WHEN NEW.username_key IS NOT OLD.username_key
  AND EXISTS (SELECT 1 FROM users WHERE email_key = NEW.username_key AND pk <> NEW.pk)
BEGIN SELECT RAISE(ABORT, 'sign-in name taken: users.username_key'); END;

CREATE TRIGGER users_update_email BEFORE UPDATE OF email_key ON users
WHEN NEW.email_key IS NOT OLD.email_key
  AND EXISTS (SELECT 1 FROM users WHERE username_key = NEW.email_key AND pk <> NEW.pk)
BEGIN SELECT RAISE(ABORT, 'sign-in name taken: users.email_key'); END;

-- When the session was begun with the password itself; null for tickets, paired devices and API keys.
ALTER TABLE sessions ADD COLUMN password_at TEXT;

-- The key that made this one, which ends with it.
ALTER TABLE api_keys ADD COLUMN parent_pk INTEGER REFERENCES api_keys ON DELETE CASCADE;
CREATE INDEX api_keys_by_parent ON api_keys (parent_pk) WHERE parent_pk IS NOT NULL;

-- Sign-ins and failed attempts of known accounts.
CREATE TABLE sign_ins (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source IN ('password', 'api_key', 'remember_me', 'pairing', 'ticket')),
  -- Null where it succeeded.
  failure TEXT CHECK (failure IN ('wrong_password', 'wrong_key', 'deactivated', 'unconfirmed')),
  address TEXT NOT NULL,
  user_agent TEXT,
  -- The API key and its name at that time; the key may be gone.
  key_id TEXT,
  key_name TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX sign_ins_by_user ON sign_ins (user_pk, created_at);
CREATE INDEX sign_ins_by_age ON sign_ins (created_at);
