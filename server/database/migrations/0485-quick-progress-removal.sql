-- By itself, SQLite looks for the newest place in a series among all places of the person.
DROP TRIGGER progress_count_delete;
CREATE TRIGGER progress_count_delete AFTER DELETE ON progress BEGIN
  UPDATE user_series SET
    completed_count = completed_count - old.is_completed,
    in_progress_count = in_progress_count - 1 + old.is_completed,
    read_at = iif(old.updated_at < read_at, read_at,
      (SELECT max(updated_at) FROM progress INDEXED BY progress_by_series
       WHERE user_pk = old.user_pk AND series_pk = old.series_pk))
  WHERE user_pk = old.user_pk AND series_pk = old.series_pk
    AND EXISTS (SELECT 1 FROM books WHERE pk = old.book_pk AND missing_since IS NULL);
END;
