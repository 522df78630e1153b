-- Bytes of the EPUB that the analysis made from a book of another text format, for devices that must know the size
-- before the download.
ALTER TABLE books ADD COLUMN epub_size INTEGER;
UPDATE books SET analyzed = 0 WHERE format IN ('mobi', 'fb2') AND error IS NULL;
