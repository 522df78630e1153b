-- Pairs are compared again, because those of other words or colours are no copies. The hashes of
-- their pages stay, so that only pairs that look alike are opened.
DELETE FROM similar_books;
UPDATE book_signatures SET compared = 0;
