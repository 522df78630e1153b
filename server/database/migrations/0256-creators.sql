-- Creators: who wrote, drew or translated the books. One row for all spellings that differ only in
-- case, accents and punctuation. creator-index.ts fills these tables with triggers of each
-- connection, from the authors of present series and books.

CREATE TABLE creators (
  pk INTEGER PRIMARY KEY,
  -- Made from the key, so that a creator who comes back has the same id.
  id TEXT NOT NULL UNIQUE,
  -- The folded words of the name.
  key TEXT NOT NULL UNIQUE,
  -- As the record that was written last spells it.
  name TEXT NOT NULL,
  name_sort TEXT NOT NULL,
  name_key TEXT NOT NULL,
  -- Series and books that credit the creator, in whatever role.
  series_count INTEGER NOT NULL DEFAULT 0,
  book_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX creators_by_name ON creators (name_key, pk);
CREATE INDEX creators_by_book_count ON creators (book_count, name_key, pk);

CREATE TABLE creator_roles (
  creator_pk INTEGER NOT NULL REFERENCES creators ON DELETE CASCADE,
  role TEXT NOT NULL,
  series_count INTEGER NOT NULL DEFAULT 0,
  book_count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (creator_pk, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX creator_roles_by_role ON creator_roles (role, creator_pk);

CREATE TABLE series_credits (
  creator_pk INTEGER NOT NULL REFERENCES creators ON DELETE CASCADE,
  role TEXT NOT NULL,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  PRIMARY KEY (creator_pk, role, series_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX series_credits_by_series ON series_credits (series_pk, creator_pk);

CREATE TABLE book_credits (
  creator_pk INTEGER NOT NULL REFERENCES creators ON DELETE CASCADE,
  role TEXT NOT NULL,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  -- The series of the book, which decides who sees the credit.
  series_pk INTEGER NOT NULL,
  PRIMARY KEY (creator_pk, role, book_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX book_credits_by_book ON book_credits (book_pk, creator_pk);

CREATE TRIGGER series_credits_insert AFTER INSERT ON series_credits BEGIN
  INSERT INTO creator_roles (creator_pk, role, series_count) VALUES (new.creator_pk, new.role, 1)
    ON CONFLICT DO UPDATE SET series_count = series_count + 1;
  UPDATE creators SET series_count = series_count + 1
  WHERE pk = new.creator_pk AND NOT EXISTS (SELECT 1 FROM series_credits other
    WHERE other.series_pk = new.series_pk AND other.creator_pk = new.creator_pk
      AND other.role <> new.role);
END;
CREATE TRIGGER series_credits_delete AFTER DELETE ON series_credits BEGIN
  UPDATE creator_roles SET series_count = series_count - 1
  WHERE creator_pk = old.creator_pk AND role = old.role;
  UPDATE creators SET series_count = series_count - 1
  WHERE pk = old.creator_pk AND NOT EXISTS (SELECT 1 FROM series_credits other
    WHERE other.series_pk = old.series_pk AND other.creator_pk = old.creator_pk);
END;
CREATE TRIGGER book_credits_insert AFTER INSERT ON book_credits BEGIN
  INSERT INTO creator_roles (creator_pk, role, book_count) VALUES (new.creator_pk, new.role, 1)
    ON CONFLICT DO UPDATE SET book_count = book_count + 1;
  UPDATE creators SET book_count = book_count + 1
  WHERE pk = new.creator_pk AND NOT EXISTS (SELECT 1 FROM book_credits other
    WHERE other.book_pk = new.book_pk AND other.creator_pk = new.creator_pk
      AND other.role <> new.role);
END;
CREATE TRIGGER book_credits_delete AFTER DELETE ON book_credits BEGIN
  UPDATE creator_roles SET book_count = book_count - 1
  WHERE creator_pk = old.creator_pk AND role = old.role;
  UPDATE creators SET book_count = book_count - 1
  WHERE pk = old.creator_pk AND NOT EXISTS (SELECT 1 FROM book_credits other
    WHERE other.book_pk = old.book_pk AND other.creator_pk = old.creator_pk);
END;
CREATE TRIGGER creator_roles_unused AFTER UPDATE OF series_count, book_count ON creator_roles
WHEN new.series_count = 0 AND new.book_count = 0 BEGIN
  DELETE FROM creator_roles WHERE creator_pk = new.creator_pk AND role = new.role;
END;
CREATE TRIGGER creators_unused AFTER UPDATE OF series_count, book_count ON creators
WHEN new.series_count = 0 AND new.book_count = 0 BEGIN
  DELETE FROM creators WHERE pk = new.pk;
END;
