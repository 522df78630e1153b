-- What the owner should know of a book that can be read all the same.
ALTER TABLE books ADD COLUMN note TEXT;
-- The image that the book names as its cover where that is none of its first pages: JSON, like one page.
ALTER TABLE book_pages ADD COLUMN cover TEXT;
