-- Series of which a person wants to hear when books are added or announced.
CREATE TABLE followed_series (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  followed_at TEXT NOT NULL,
  PRIMARY KEY (user_pk, series_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX followed_series_by_series ON followed_series (series_pk);

-- Where a person is notified. Address and token are secrets: whoever knows them can write there.
CREATE TABLE notification_destinations (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'ntfy', 'discord', 'mail')),
  address TEXT NOT NULL,
  token TEXT,
  -- JSON array of kinds of events.
  events TEXT NOT NULL,
  frequency TEXT NOT NULL CHECK (frequency IN ('immediate', 'daily', 'weekly')),
  language TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  last_attempt_at TEXT,
  last_sent_at TEXT,
  -- Why the last attempt failed; null if it succeeded.
  last_error TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX notification_destinations_by_user ON notification_destinations (user_pk);

-- The queue: what waits to be sent. Rows are deleted when they were sent or given up.
CREATE TABLE notifications (
  pk INTEGER PRIMARY KEY,
  destination_pk INTEGER NOT NULL REFERENCES notification_destinations ON DELETE CASCADE,
  -- JSON with the kind of event and the ids of what it is about: texts are made when it is sent.
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX notifications_by_destination ON notifications (destination_pk, due_at);
CREATE INDEX notifications_by_due_at ON notifications (due_at);

-- What was notified last, so that only news is: name → value.
CREATE TABLE notification_marks (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
