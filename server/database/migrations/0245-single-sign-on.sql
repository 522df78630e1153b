-- OpenID providers. The secret is in plain text, because it has to be sent.
CREATE TABLE sign_in_providers (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  client_secret TEXT,
  scopes TEXT NOT NULL,
  name_claim TEXT NOT NULL,
  email_claim TEXT NOT NULL,
  groups_claim TEXT NOT NULL,
  -- JSON arrays: [{group, role}], [{group, library_ids}], [group].
  group_roles TEXT NOT NULL,
  group_libraries TEXT NOT NULL,
  only_groups TEXT NOT NULL,
  creates_people INTEGER NOT NULL,
  links_by_email INTEGER NOT NULL,
  signs_out INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- Accounts at providers. The subject identifies a person, because names and addresses change hands.
CREATE TABLE user_identities (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  provider_pk INTEGER NOT NULL REFERENCES sign_in_providers ON DELETE CASCADE,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- Name or address at the provider when it was last used.
  label TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  UNIQUE (provider_pk, issuer, subject)
) STRICT;
CREATE INDEX user_identities_by_user ON user_identities (user_pk);

-- The provider of a session, and the token with which it signs out.
CREATE TABLE provider_sessions (
  jti TEXT PRIMARY KEY REFERENCES sessions (jti) ON DELETE CASCADE,
  provider_pk INTEGER NOT NULL REFERENCES sign_in_providers ON DELETE CASCADE,
  id_token TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX provider_sessions_by_provider ON provider_sessions (provider_pk);

-- Sign-in by a header of a trusted proxy: one row with its settings as JSON.
CREATE TABLE proxy_sign_in (
  pk INTEGER PRIMARY KEY CHECK (pk = 1),
  settings TEXT NOT NULL
) STRICT;

-- Without the lists of sources and failures, which grow with the ways to sign in.
CREATE TABLE new_sign_ins (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  source TEXT NOT NULL,
  -- Null where it succeeded.
  failure TEXT,
  address TEXT NOT NULL,
  user_agent TEXT,
  -- The API key, which may be gone.
  key_id TEXT,
  -- The name of the API key or provider at that time.
  key_name TEXT,
  created_at TEXT NOT NULL
) STRICT;
INSERT INTO new_sign_ins (pk, id, user_pk, source, failure, address, user_agent, key_id, key_name, created_at)
  SELECT pk, id, user_pk, source, failure, address, user_agent, key_id, key_name, created_at
  FROM sign_ins;
DROP TABLE sign_ins;
ALTER TABLE new_sign_ins RENAME TO sign_ins;
CREATE INDEX sign_ins_by_user ON sign_ins (user_pk, created_at);
CREATE INDEX sign_ins_by_age ON sign_ins (created_at);
