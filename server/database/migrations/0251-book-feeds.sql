-- Counts how often a person made the addresses of their feeds anew; part of what the addresses sign.
ALTER TABLE users ADD COLUMN feed_version INTEGER NOT NULL DEFAULT 0;
