-- Series whose books changed since their summary was written. A scan writes summaries at its end: one that is cancelled
-- or killed leaves them to the next.
CREATE TABLE stale_series (series_pk INTEGER PRIMARY KEY REFERENCES series ON DELETE CASCADE) STRICT;
-- Such as earlier scans that ended early have left.
INSERT INTO stale_series SELECT pk FROM series;
