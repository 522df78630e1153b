-- 0: the book was analyzed and has no cover; null: not known, for example because a chosen cover was reset.
DROP INDEX books_without_cover;
UPDATE books SET cover_ratio = 0
  WHERE cover_ratio IS NULL AND cover_choice IS NULL AND page_count > 0 AND analyzed = 1 AND error IS NULL;
-- For the hint of the health page.
CREATE INDEX books_without_cover ON books (pk) WHERE cover_ratio = 0 AND missing_since IS NULL;
