-- What readers mark in opened files. It ends with the file's record, or goes over to the book that the file becomes.
CREATE TABLE opened_marks (
  pk INTEGER PRIMARY KEY,
  file_pk INTEGER NOT NULL REFERENCES opened_files ON DELETE CASCADE,
  id TEXT NOT NULL,
  -- The annotation as JSON.
  mark TEXT NOT NULL,
  UNIQUE (file_pk, id)
) STRICT;
CREATE INDEX opened_marks_by_id ON opened_marks (id);
