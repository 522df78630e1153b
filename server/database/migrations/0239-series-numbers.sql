-- Finds the series with gaps without reading their books.
CREATE INDEX books_by_series_numbers ON books (series_pk, volume, chapter, number)
WHERE missing_since IS NULL;
