-- Whether reader apps of this person, or with this key, can change things in the library: by default they only read
-- and save progress. Permissions apply all the same.
ALTER TABLE users ADD COLUMN apps_can_change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN apps_can_change INTEGER NOT NULL DEFAULT 0;
