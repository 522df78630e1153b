-- The device that wrote a position last. Both texts are empty where that is not known.
ALTER TABLE progress ADD COLUMN device_id TEXT NOT NULL DEFAULT '';
ALTER TABLE progress ADD COLUMN device_name TEXT NOT NULL DEFAULT '';

-- The date of a position as a reader program wrote it: in UTC, with its own number of digits. Null where the
-- server made the date. `updated_at` has it in milliseconds.
ALTER TABLE progress ADD COLUMN modified TEXT;
