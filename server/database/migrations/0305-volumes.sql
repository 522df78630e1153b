-- Volumes of a series that has both levels: books are chapters, and volumes hold several of them. A scan makes
-- them from `books.volume`, which is also where people change what belongs to a volume.
CREATE TABLE volumes (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  series_pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  -- The value of `books.volume`.
  number REAL NOT NULL,
  -- As a person named it, and as the folder of its books does.
  title TEXT,
  file_title TEXT,
  -- The book whose cover a person chose; otherwise the first one's.
  cover_book_pk INTEGER REFERENCES books ON DELETE SET NULL,
  -- Made by a person: stays a volume if names alone would not make it one.
  is_manual INTEGER NOT NULL DEFAULT 0 CHECK (is_manual IN (0, 1)),
  -- Dissolved by a person: books of this number are loose chapters.
  is_dissolved INTEGER NOT NULL DEFAULT 0 CHECK (is_dissolved IN (0, 1)),
  -- Chapters are counted from the beginning of the volume, not of the series.
  restarts INTEGER NOT NULL DEFAULT 0 CHECK (restarts IN (0, 1)),
  UNIQUE (series_pk, number)
) STRICT;
CREATE INDEX volumes_by_cover ON volumes (cover_book_pk) WHERE cover_book_pk IS NOT NULL;

ALTER TABLE books ADD COLUMN volume_pk INTEGER REFERENCES volumes ON DELETE SET NULL;
CREATE INDEX books_by_volume ON books (volume_pk) WHERE volume_pk IS NOT NULL;

-- The rank in its series, only where volumes put the books into another order than their numbers.
ALTER TABLE books ADD COLUMN position INTEGER;
DROP INDEX books_by_series;
DROP INDEX books_by_number;
ALTER TABLE books DROP COLUMN number_key;
ALTER TABLE books ADD COLUMN
  number_key REAL NOT NULL GENERATED ALWAYS AS (coalesce(position, number, 1e12)) VIRTUAL;
CREATE INDEX books_by_series ON books (series_pk, number_key, title_key, pk) WHERE missing_since IS NULL;
CREATE INDEX books_by_number ON books (number_key, pk, series_pk) WHERE missing_since IS NULL;

-- The next scan makes the volumes of known books, and puts folders of volumes into the series around them.
UPDATE series SET sidecar_modified_ms = -1 WHERE pk IN (
  SELECT series_pk FROM books WHERE volume < 1000 AND (chapter IS NOT NULL OR number <> volume));
UPDATE libraries SET scanned_strategy = NULL WHERE series_strategy IN ('folder', 'publisher');
