-- For the hint of the health page.
CREATE INDEX books_without_cover ON books (pk)
  WHERE cover_ratio IS NULL AND cover_choice IS NULL AND page_count > 0 AND analyzed = 1 AND error IS NULL
    AND missing_since IS NULL;
