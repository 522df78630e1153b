-- Number of the drive of a file: a moved file is recognised without it, because many drives get another one
-- whenever they are connected.
ALTER TABLE books DROP COLUMN device;
