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

/** A file or page cannot be used. The message is plain English for its owner: what is wrong, what to do. */
export class MediaError extends Error {
  override name = 'MediaError';
  readonly reason: MediaReason;

  constructor(reason: MediaReason, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.reason = reason;
  }
}

/** Whether the operating system refused a call, as it does for a file that is gone. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';

/** What a failed system call means to the owner of the file. */
export const fromSystemError = (error: unknown): MediaError => {
  if (error instanceof MediaError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new MediaError('unreadable', 'The file is gone. Scan the library again.', error);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new MediaError(
      'unreadable',
      'Octavo may not read the file. Give its user the right to read it.',
      error,
    );
  }
  return new MediaError(
    'unreadable',
    `The file cannot be read (${code ?? 'unknown error'}). Check the disk or the network drive.`,
    error,
  );
};
