-- Uploaded covers, which are files beside the database, as a backup carries them. The server writes them to files when
-- it starts, so the table of a database in use is empty.
CREATE TABLE cover_copies (
  -- <id of the owner>-<hash>
  name TEXT NOT NULL PRIMARY KEY,
  -- When it was uploaded, in milliseconds since 1970.
  uploaded_at INTEGER NOT NULL,
  image BLOB NOT NULL
) STRICT;
