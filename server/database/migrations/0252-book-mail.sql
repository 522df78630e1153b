-- Books that are sent to e-readers by e-mail.

CREATE TABLE reader_addresses (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (user_pk, address)
) STRICT;

-- Series whose new books are sent by themselves.
CREATE TABLE mailed_series (
  address_pk INTEGER NOT NULL REFERENCES reader_addresses ON DELETE CASCADE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  PRIMARY KEY (address_pk, series_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX mailed_series_by_series ON mailed_series (series_pk);

-- The queue, and for a while what became of it.
CREATE TABLE book_mails (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  address_pk INTEGER NOT NULL REFERENCES reader_addresses ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TEXT NOT NULL,
  -- Why the last attempt failed.
  error TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX book_mails_by_address ON book_mails (address_pk, pk);
CREATE INDEX book_mails_by_book ON book_mails (book_pk);
CREATE INDEX book_mails_due ON book_mails (due_at) WHERE status = 'pending';
