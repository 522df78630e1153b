-- The cover that a person chose, JSON, null while it is made by itself: {page} of a book; {book_id, page} of
-- a series, the page null for the cover of that book; {upload}, which names a file in the data directory.
ALTER TABLE series ADD COLUMN cover_choice TEXT;
ALTER TABLE books ADD COLUMN cover_choice TEXT;
