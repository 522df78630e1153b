-- Where people were in their books: one row a sitting, so that a place that was overwritten can be put back.
CREATE TABLE reading_places (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  current_page INTEGER NOT NULL,
  is_completed INTEGER NOT NULL,
  location TEXT,
  -- The device that wrote it; both texts are empty where that is not known.
  device_id TEXT NOT NULL,
  device_name TEXT NOT NULL,
  -- When the sitting began, and when it came to this place.
  began_at TEXT NOT NULL,
  read_at TEXT NOT NULL
) STRICT;
CREATE INDEX reading_places_of_book ON reading_places (user_pk, book_pk, pk);
CREATE INDEX reading_places_by_book ON reading_places (book_pk);

INSERT INTO reading_places (id, user_pk, book_pk, current_page, is_completed, location, device_id, device_name,
  began_at, read_at)
SELECT lower(substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-4' || substr(h, 14, 3) || '-8' || substr(h, 18, 3)
    || '-' || substr(h, 21, 12)),
  user_pk, book_pk, current_page, is_completed, location, device_id, device_name, updated_at, updated_at
FROM (SELECT hex(randomblob(16)) AS h, * FROM progress);

-- Books that were suddenly at their beginning again: the person is asked which place is the right one.
CREATE TABLE place_questions (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  book_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  -- Where they were before.
  place_pk INTEGER NOT NULL REFERENCES reading_places ON DELETE CASCADE,
  asked_at TEXT NOT NULL,
  PRIMARY KEY (user_pk, book_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX place_questions_by_book ON place_questions (book_pk);
CREATE INDEX place_questions_by_place ON place_questions (place_pk);
