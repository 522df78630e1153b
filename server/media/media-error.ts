export type MediaReason =
  | 'damaged'
  | 'encrypted'
  | 'wrong_type'
  | 'unsupported'
  | 'no_pages'
  | 'too_large'
  | 'undecodable'
  | 'changed'
  | 'unreadable';

/**
 * An unusable file or page. The message tells the owner in plain English what is wrong and what to
 * do.
 */
export class MediaError extends Error {
  override name = 'MediaError';
  readonly reason: MediaReason;

  constructor(reason: MediaReason, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.reason = reason;
  }
}

/** Detects an error of a system call, such as ENOENT. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';

/** Maps a failed system call to a message for the owner of the file. */
export const fromSystemError = (error: unknown): MediaError => {
  if (error instanceof MediaError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new MediaError(
      'unreadable',
      'The file no longer exists. Scan the library again.',
      error,
    );
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new MediaError(
      'unreadable',
      'Octavo does not have permission to read the file. Give its user account read access.',
      error,
    );
  }
  return new MediaError(
    'unreadable',
    `The file cannot be read (${code ?? 'unknown error'}). Check the disk or the network drive.`,
    error,
  );
};
