-- How far a task got in the runs before this one: an interruption counts only when it got no further.
ALTER TABLE tasks ADD COLUMN progress_furthest INTEGER NOT NULL DEFAULT 0;
