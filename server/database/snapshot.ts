import { discard } from '../lib/discard.ts';
import { renameFile } from '../lib/rename-file.ts';
import { removeDatabaseFiles } from './database-files.ts';
import { createPrivateFile } from './file-permissions.ts';
import { sqlitePath } from './sqlite-path.ts';

/**
 * Copies a database, in use or not, to `target`, which appears only when `finish` has accepted the copy. Blocks its
 * thread, because a copy in steps begins again with each write of a server, and gets stuck on a drive that became
 * read-only.
 */
export const writeSnapshot = (
  database: { prepare: (sql: string) => { run: (path: string) => unknown } },
  target: string,
  finish: (draft: string) => void = () => undefined,
): void => {
  const draft = `${target}.partial`;
  removeDatabaseFiles(draft);
  try {
    createPrivateFile(draft);
    database.prepare('VACUUM INTO ?').run(sqlitePath(draft));
    finish(draft);
    renameFile(draft, target);
  } finally {
    discard(() => removeDatabaseFiles(draft));
  }
};
