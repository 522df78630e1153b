-- What of a book tells without decoding a page which other books may look alike.
CREATE TABLE book_signatures (
  book_pk INTEGER PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  -- Number of images.
  page_count INTEGER NOT NULL,
  -- Perceptual hash of the stored cover; null where there is none or it is blank.
  cover_hash TEXT,
  -- Sizes of the first pages, one byte each: sixteenths of an octave above 256 bytes.
  page_sizes BLOB NOT NULL,
  -- Whether the book was compared with all others.
  compared INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX book_signatures_to_compare ON book_signatures (book_pk) WHERE compared = 0;

-- Pairs of books whose pages look alike; the first was added before the second.
CREATE TABLE similar_books (
  first_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  second_pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  PRIMARY KEY (first_pk, second_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX similar_books_by_second ON similar_books (second_pk);

-- Pages are only hashed where two books may look alike: `page_hashes` has '' for pages not hashed yet.
DROP INDEX books_without_page_hashes;

DROP TRIGGER content_hash_of_changed_book;
CREATE TRIGGER content_hash_of_changed_book AFTER UPDATE OF fingerprint ON books
WHEN old.fingerprint IS NOT new.fingerprint BEGIN
  UPDATE books SET content_hash = NULL, page_hashes = NULL, look = NULL WHERE pk = new.pk;
  DELETE FROM book_signatures WHERE book_pk = new.pk;
  DELETE FROM similar_books WHERE first_pk = new.pk;
  DELETE FROM similar_books WHERE second_pk = new.pk;
END;

-- Books that are in no folder, which would otherwise be looked for among all.
CREATE INDEX books_at_root ON books (library_pk, title_key, pk)
  WHERE instr(path, '/') = 0 AND missing_since IS NULL;
