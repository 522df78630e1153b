-- What filters and search look in, folded. The folding is ours, and the schema of a file may not call
-- functions of ours: search-index.ts fills these tables with triggers of each connection.

-- One row a value, so that a field with many values is like one with a single.
CREATE TABLE series_values (
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  pk INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  PRIMARY KEY (field, value, pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX series_values_by_series ON series_values (pk, field);
CREATE TABLE book_values (
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  pk INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
  PRIMARY KEY (field, value, pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX book_values_by_book ON book_values (pk, field);

-- So that a search can leave out the few that are missing without looking at every hit.
CREATE INDEX series_missing ON series (missing_since) WHERE missing_since IS NOT NULL;

-- Words come folded and parted by spaces: the tokenizer has nothing left to decide.
CREATE VIRTUAL TABLE series_fts USING fts5 (
  name, titles, authors, summary, filename,
  content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
);
CREATE VIRTUAL TABLE books_fts USING fts5 (
  title, authors, summary, filename,
  content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
);
-- Names by trigram, for words that are misspelt.
CREATE VIRTUAL TABLE series_trigrams USING fts5 (
  name, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE books_trigrams USING fts5 (
  name, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER series_search_delete AFTER DELETE ON series BEGIN
  DELETE FROM series_fts WHERE rowid = old.pk;
  DELETE FROM series_trigrams WHERE rowid = old.pk;
END;
CREATE TRIGGER books_search_delete AFTER DELETE ON books BEGIN
  DELETE FROM books_fts WHERE rowid = old.pk;
  DELETE FROM books_trigrams WHERE rowid = old.pk;
END;
