/**
 * Explains to the user why nothing can be written to the data directory; null for any other error. None of
 * these lose acknowledged writes.
 */
export const storageProblem = (error: unknown): string | null => {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  // A read error can be from the disk with the books.
  if (code === 'EIO' && !writing.test(String(syscall))) return null;
  const known = problems.find(({ pattern }) => pattern.test(String(code)));
  return known?.sentence ?? null;
};

const writing = /^(write|fsync|fdatasync|ftruncate|rename|mkdir|unlink|rmdir|rm)$/;

/** Whether another connection held the write lock for too long; a later attempt can succeed. */
export const isDatabaseBusy = (error: unknown): boolean =>
  busy.test(String((error as { code?: unknown } | null)?.code));

const busy = /^SQLITE_BUSY\w*$/;

const problems = [
  {
    pattern: busy,
    sentence:
      "Another task or program keeps Octavo's database busy, so this was not saved. Try again in a moment.",
  },
  {
    pattern: /^(SQLITE_FULL|ENOSPC|EDQUOT)$/,
    sentence:
      "The disk of Octavo's data is full, so nothing more could be saved. Everything saved before is safe. Make room and try again.",
  },
  {
    pattern: /^(SQLITE_READONLY\w*|EROFS)$/,
    sentence:
      "Octavo's data is read-only, so nothing could be saved. Check the disk of the data directory.",
  },
  {
    pattern: /^(SQLITE_(IOERR\w*|CANTOPEN\w*)|EIO)$/,
    sentence:
      "The disk of Octavo's data reports errors, so nothing could be saved. Check the disk, and restore a backup if the data is damaged.",
  },
];
