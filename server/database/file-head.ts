import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** The write version of the header: 1 for a rollback journal, 2 for a WAL. */
const writeVersionAt = 18;

/** Whether a file is a database in the default journal mode, which Octavo uses for no database in use. */
export const hasRollbackJournal = (path: string): boolean => {
  if (!existsSync(path)) return false;
  const head = Buffer.alloc(writeVersionAt + 1);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.toString('latin1', 0, 16) === 'SQLite format 3\0' && head[writeVersionAt] === 1;
};
