-- What sampled pages look like, JSON; '[]' where they cannot be told apart or decoded.
ALTER TABLE books ADD COLUMN page_hashes TEXT;
-- What books with the same content have in common: the hash of it, or for those that only look the same the
-- one of the first of them.
ALTER TABLE books ADD COLUMN look TEXT;
CREATE INDEX books_by_look ON books (look) WHERE look <> '';
CREATE INDEX books_without_page_hashes ON books (pk)
  WHERE page_hashes IS NULL AND analyzed = 1 AND error IS NULL AND missing_since IS NULL;

DROP TRIGGER content_hash_of_changed_book;
CREATE TRIGGER content_hash_of_changed_book AFTER UPDATE OF fingerprint ON books
WHEN old.fingerprint IS NOT new.fingerprint BEGIN
  UPDATE books SET content_hash = NULL, page_hashes = NULL, look = NULL WHERE pk = new.pk;
END;

DROP VIEW duplicate_members;
CREATE VIEW duplicate_members AS
  SELECT g.pk AS group_pk, b.pk AS book_pk FROM duplicate_groups g
  JOIN books b ON b.file_hash = g.hash WHERE g.match = 'file' AND b.missing_since IS NULL
  UNION ALL
  SELECT g.pk, b.pk FROM duplicate_groups g
  JOIN books b ON b.look = g.hash AND b.look <> ''
  WHERE g.match = 'content' AND b.missing_since IS NULL;
UPDATE books SET look = content_hash;
