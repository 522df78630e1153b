-- Marks on pages that a conversion removed, with the page of each before and after, so that undo is exact.
CREATE TABLE marks_on_removed_pages (
  file_pk INTEGER NOT NULL REFERENCES conversion_files ON DELETE CASCADE,
  annotation_pk INTEGER NOT NULL REFERENCES annotations ON DELETE CASCADE,
  from_page INTEGER NOT NULL,
  -- A mark that is on another page by now was moved by its reader.
  to_page INTEGER NOT NULL,
  PRIMARY KEY (annotation_pk, file_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX marks_on_removed_pages_of_file ON marks_on_removed_pages (file_pk);
