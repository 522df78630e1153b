-- What the reader of an EPUB needs beside its pages: JSON, made when the file is listed.
ALTER TABLE book_pages ADD COLUMN publication TEXT;
