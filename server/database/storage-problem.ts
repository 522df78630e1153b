/**
 * Why the data directory takes nothing more, as a sentence for people; null where an error is about something
 * else. Nothing that was acknowledged is lost by any of these.
 */
export const storageProblem = (error: unknown): string | null => {
  const code = String((error as { code?: unknown } | null)?.code);
  const known = problems.find(({ pattern }) => pattern.test(code));
  return known?.sentence ?? null;
};

const problems = [
  {
    pattern: /^(SQLITE_FULL|ENOSPC|EDQUOT)$/,
    sentence:
      "The disk of Octavo's data is full, so nothing more could be written. What was written before is safe. Make room and try again.",
  },
  {
    pattern: /^(SQLITE_READONLY\w*|EROFS)$/,
    sentence:
      "Octavo's data can only be read, so nothing could be written. Check the disk of the data directory.",
  },
  {
    pattern: /^SQLITE_(IOERR\w*|CANTOPEN\w*)$/,
    sentence:
      "The disk of Octavo's data answers with errors, so nothing could be written. Check it, and restore a backup where it is damaged.",
  },
];
