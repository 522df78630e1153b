-- The folded names of filters by trigram, with positions: a phrase is exactly a part of the name.
CREATE VIRTUAL TABLE series_substrings USING fts5 (
  value, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE books_substrings USING fts5 (
  value, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
CREATE TRIGGER series_substrings_delete AFTER DELETE ON series BEGIN
  DELETE FROM series_substrings WHERE rowid = old.pk;
END;
CREATE TRIGGER books_substrings_delete AFTER DELETE ON books BEGIN
  DELETE FROM books_substrings WHERE rowid = old.pk;
END;
