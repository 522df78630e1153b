-- YACReader 9.16, by its published schema.
CREATE TABLE db_info (version TEXT NOT NULL);
INSERT INTO db_info VALUES ('9.16.0');
CREATE TABLE folder (id INTEGER PRIMARY KEY, parentId INTEGER NOT NULL, name TEXT NOT NULL, path TEXT NOT NULL,
  finished BOOLEAN DEFAULT 0, completed BOOLEAN DEFAULT 1);
INSERT INTO folder (id, parentId, name, path) VALUES (1, 1, 'root', '/'), (2, 1, 'Comics', '/Comics'),
  (3, 2, 'Pepper & Carrot', '/Comics/Pepper & Carrot'), (4, 1, 'Books', '/Books');
CREATE TABLE comic (id INTEGER PRIMARY KEY, parentId INTEGER NOT NULL, comicInfoId INTEGER NOT NULL,
  fileName TEXT NOT NULL, path TEXT);
CREATE TABLE comic_info (id INTEGER PRIMARY KEY, title TEXT, coverPage INTEGER DEFAULT 1, numPages INTEGER,
  number TEXT, writer TEXT, penciller TEXT, inker TEXT, colorist TEXT, letterer TEXT, coverArtist TEXT,
  genere TEXT, date TEXT, publisher TEXT, ageRating TEXT, synopsis TEXT, characters TEXT,
  hash TEXT UNIQUE NOT NULL, edited BOOLEAN DEFAULT 0, read BOOLEAN DEFAULT 0, hasBeenOpened BOOLEAN DEFAULT 0,
  rating REAL DEFAULT 0, currentPage INTEGER DEFAULT 1, bookmark1 INTEGER DEFAULT -1,
  bookmark2 INTEGER DEFAULT -1, bookmark3 INTEGER DEFAULT -1, lastTimeOpened INTEGER, added INTEGER,
  editor TEXT, imprint TEXT, teams TEXT, locations TEXT, series TEXT, languageISO TEXT, review TEXT, tags TEXT);
CREATE TABLE reading_list (id INTEGER PRIMARY KEY, parentId INTEGER, ordering INTEGER DEFAULT 0, name TEXT NOT NULL);
CREATE TABLE comic_reading_list (reading_list_id INTEGER, comic_id INTEGER, ordering INTEGER);
CREATE TABLE default_reading_list (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE comic_default_reading_list (comic_id INTEGER, default_reading_list_id INTEGER, ordering INTEGER);
