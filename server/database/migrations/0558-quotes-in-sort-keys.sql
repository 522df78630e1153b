-- Typographic quotes sort as plain ones, and those in front of a name do not count: the keys by which series and
-- books sort are computed again after the last migration, and this one changes nothing else.
SELECT 1;
