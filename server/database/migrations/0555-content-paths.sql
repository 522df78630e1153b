-- Lists of folders show paths. As in 0475, with the path.
DROP TRIGGER content_book_update;
CREATE TRIGGER content_book_update AFTER UPDATE OF series_pk, library_pk, path, missing_since, title_key, number, position,
  file_size, page_count, created_at, modified_at ON books BEGIN
  UPDATE content_revision SET revision = revision + 1;
END;
