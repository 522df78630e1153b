-- What people want to read in a year: books, pages or hours.
CREATE TABLE reading_goals (
  user_pk INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
  year INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('books', 'pages', 'hours')),
  target INTEGER NOT NULL CHECK (target > 0),
  PRIMARY KEY (user_pk, year, kind)
) STRICT, WITHOUT ROWID;
