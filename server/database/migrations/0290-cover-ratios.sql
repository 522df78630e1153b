-- Width of a cover divided by its height, so that a page knows its shape before it loads. Null until the cover was
-- made. That of a series counts only for a page or image that was chosen for it; others come from a book.
ALTER TABLE books ADD COLUMN cover_ratio REAL;
ALTER TABLE series ADD COLUMN cover_ratio REAL;
