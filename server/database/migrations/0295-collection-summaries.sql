-- What a collection is about, in the words of people; null without any.
ALTER TABLE collections ADD COLUMN summary TEXT;
