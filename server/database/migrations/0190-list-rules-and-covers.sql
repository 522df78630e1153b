-- What a collection is made of, JSON as clients write it; null while its series are chosen one by one.
-- The entries of one with a condition are written anew when something has changed before it is read.
ALTER TABLE collections ADD COLUMN condition TEXT;
CREATE INDEX collections_with_condition ON collections (pk) WHERE condition IS NOT NULL;

-- The cover that a person chose, JSON, null while it is that of the first entry: {member_id}, which shows
-- the cover of that series or book; {upload}, which names a file in the data directory.
ALTER TABLE collections ADD COLUMN cover_choice TEXT;
ALTER TABLE read_lists ADD COLUMN cover_choice TEXT;
