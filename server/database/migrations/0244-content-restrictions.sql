-- What a person can see. Without a row in `content_restrictions` a person sees everything.

-- Labels are given to series by people only, never read from files: JSON array of texts.
ALTER TABLE series ADD COLUMN labels TEXT NOT NULL DEFAULT '[]';

CREATE TABLE content_restrictions (
  user_pk INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- 0: only the libraries of `allowed_libraries`.
  all_libraries INTEGER NOT NULL DEFAULT 1,
  -- In years; null: every age rating.
  max_age INTEGER,
  -- Whether series without an age rating are shown to a person with a `max_age`.
  shows_unrated INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE allowed_libraries (
  user_pk INTEGER NOT NULL REFERENCES content_restrictions ON DELETE CASCADE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  PRIMARY KEY (user_pk, library_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX allowed_libraries_by_library ON allowed_libraries (library_pk);

-- A denied label hides a series. If there are allowed labels, a series needs one of them.
CREATE TABLE restricted_labels (
  user_pk INTEGER NOT NULL REFERENCES content_restrictions ON DELETE CASCADE,
  label TEXT NOT NULL COLLATE NOCASE,
  allowed INTEGER NOT NULL,
  PRIMARY KEY (user_pk, label)
) STRICT, WITHOUT ROWID;

-- The rule. A series is visible as a whole, because a person restricts by its rating and labels.
CREATE VIEW series_allowed AS
SELECT r.user_pk, s.pk AS series_pk, s.library_pk
FROM content_restrictions r CROSS JOIN series s
WHERE (r.all_libraries OR EXISTS (
    SELECT 1 FROM allowed_libraries a WHERE a.user_pk = r.user_pk AND a.library_pk = s.library_pk))
  AND (r.max_age IS NULL OR iif(s.age_rating IS NULL, r.shows_unrated, s.age_rating <= r.max_age))
  AND NOT EXISTS (
    SELECT 1 FROM json_each(s.labels) given CROSS JOIN restricted_labels d
    WHERE d.user_pk = r.user_pk AND d.label = given.value AND NOT d.allowed)
  AND (NOT EXISTS (SELECT 1 FROM restricted_labels l WHERE l.user_pk = r.user_pk AND l.allowed)
    OR EXISTS (
      SELECT 1 FROM json_each(s.labels) given CROSS JOIN restricted_labels l
      WHERE l.user_pk = r.user_pk AND l.label = given.value AND l.allowed));

-- The result of the rule, for people with restrictions only: kept by the triggers below. What is not
-- in it is hidden.
CREATE TABLE visible_series (
  user_pk INTEGER NOT NULL REFERENCES content_restrictions ON DELETE CASCADE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  PRIMARY KEY (user_pk, series_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX visible_series_by_series ON visible_series (series_pk);

-- Also an allowed library without a visible series has a row.
CREATE TABLE visible_libraries (
  user_pk INTEGER NOT NULL REFERENCES content_restrictions ON DELETE CASCADE,
  library_pk INTEGER NOT NULL REFERENCES libraries ON DELETE CASCADE,
  -- Of the visible series that are present.
  series_count INTEGER NOT NULL DEFAULT 0,
  book_count INTEGER NOT NULL DEFAULT 0,
  file_size INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_pk, library_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX visible_libraries_by_library ON visible_libraries (library_pk);

CREATE TRIGGER visible_library_insert AFTER INSERT ON libraries BEGIN
  INSERT INTO visible_libraries (user_pk, library_pk)
  SELECT user_pk, new.pk FROM content_restrictions WHERE all_libraries;
END;

CREATE TRIGGER visible_count_insert AFTER INSERT ON visible_series BEGIN
  UPDATE visible_libraries SET series_count = visible_libraries.series_count + 1,
    book_count = visible_libraries.book_count + s.book_count, file_size = visible_libraries.file_size + s.file_size
  FROM series s
  WHERE s.pk = new.series_pk AND s.missing_since IS NULL
    AND visible_libraries.user_pk = new.user_pk AND visible_libraries.library_pk = s.library_pk;
END;
CREATE TRIGGER visible_count_delete BEFORE DELETE ON visible_series BEGIN
  UPDATE visible_libraries SET series_count = visible_libraries.series_count - 1,
    book_count = visible_libraries.book_count - s.book_count, file_size = visible_libraries.file_size - s.file_size
  FROM series s
  WHERE s.pk = old.series_pk AND s.missing_since IS NULL
    AND visible_libraries.user_pk = old.user_pk AND visible_libraries.library_pk = s.library_pk;
END;

CREATE TRIGGER visible_series_insert AFTER INSERT ON series BEGIN
  INSERT INTO visible_series (user_pk, series_pk)
  SELECT user_pk, series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
-- While the series is still there, so that the counters above see it.
CREATE TRIGGER visible_series_delete BEFORE DELETE ON series BEGIN
  DELETE FROM visible_series WHERE series_pk = old.pk;
END;
CREATE TRIGGER visible_series_change AFTER UPDATE OF age_rating, labels ON series
WHEN old.age_rating IS NOT new.age_rating OR old.labels <> new.labels BEGIN
  DELETE FROM visible_series WHERE series_pk = new.pk
    AND user_pk NOT IN (SELECT user_pk FROM series_allowed WHERE series_pk = new.pk);
  INSERT OR IGNORE INTO visible_series (user_pk, series_pk)
  SELECT user_pk, series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
CREATE TRIGGER visible_series_leaves BEFORE UPDATE OF library_pk ON series WHEN old.library_pk <> new.library_pk BEGIN
  DELETE FROM visible_series WHERE series_pk = old.pk;
END;
CREATE TRIGGER visible_series_arrives AFTER UPDATE OF library_pk ON series WHEN old.library_pk <> new.library_pk BEGIN
  INSERT INTO visible_series (user_pk, series_pk)
  SELECT user_pk, series_pk FROM series_allowed WHERE series_pk = new.pk;
END;
CREATE TRIGGER visible_count_update AFTER UPDATE OF book_count, file_size, missing_since ON series
WHEN old.library_pk = new.library_pk AND EXISTS (SELECT 1 FROM visible_series WHERE series_pk = new.pk) BEGIN
  UPDATE visible_libraries SET
    series_count = series_count + (new.missing_since IS NULL) - (old.missing_since IS NULL),
    book_count = book_count + iif(new.missing_since IS NULL, new.book_count, 0)
      - iif(old.missing_since IS NULL, old.book_count, 0),
    file_size = file_size + iif(new.missing_since IS NULL, new.file_size, 0)
      - iif(old.missing_since IS NULL, old.file_size, 0)
  WHERE library_pk = new.library_pk
    AND user_pk IN (SELECT user_pk FROM visible_series WHERE series_pk = new.pk);
END;

-- With the series of each book, so that a list can leave out what is hidden without reading the rows.
DROP INDEX books_by_title;
DROP INDEX books_by_number;
DROP INDEX books_by_file_size;
DROP INDEX books_by_page_count;
DROP INDEX books_by_created_at;
DROP INDEX books_by_modified_at;
DROP INDEX books_by_library_title;
CREATE INDEX books_by_title ON books (title_key, pk, series_pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_number ON books (number_key, pk, series_pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_file_size ON books (file_size, pk, series_pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_page_count ON books (page_count, pk, series_pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_created_at ON books (created_at, pk, series_pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_modified_at ON books (modified_at, pk, series_pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_library_title ON books (library_pk, title_key, pk, series_pk)
WHERE missing_since IS NULL;
