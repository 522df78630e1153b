-- Whether a position was set without a time: by an app that sends a place at the end, or by a jump.
ALTER TABLE reading_history ADD COLUMN untimed INTEGER NOT NULL DEFAULT 0;
UPDATE reading_history SET untimed = 1 WHERE pages > 0 AND seconds = 0;

-- Positions that an app or a jump had set counted all pages before them. Nobody reads a page in less
-- than two seconds, so of those, the pages that fit into the time at five seconds each are kept.
UPDATE reading_history SET pages = seconds / 5 WHERE pages > 3 AND pages > seconds / 2;
