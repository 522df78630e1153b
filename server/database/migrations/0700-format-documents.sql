-- KOReader's document id of the files of a book in other formats; null until a scan has read it.
ALTER TABLE book_formats ADD COLUMN document_hash TEXT;
CREATE INDEX book_formats_document ON book_formats (document_hash) WHERE document_hash IS NOT NULL;
