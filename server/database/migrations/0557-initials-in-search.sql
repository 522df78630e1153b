-- Initials are also found as one word, "shield" for "S.H.I.E.L.D.": the search index is filled again after
-- the last migration, and this one changes nothing else.
SELECT 1;
