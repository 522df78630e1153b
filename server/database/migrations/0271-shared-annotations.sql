-- Highlights and notes that their author shows to everybody who sees the book.
ALTER TABLE annotations ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1));
CREATE INDEX annotations_shared ON annotations (book_pk, page) WHERE is_shared = 1;
