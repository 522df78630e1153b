export type MediaReason =
  | 'damaged'
  | 'encrypted'
  | 'wrong_type'
  | 'unsupported'
  | 'no_pages'
  | 'too_large'
  | 'undecodable'
  | 'changed'
  | 'unreadable'
  /** The machine or the drive is at fault and not the file, so that a later attempt can succeed. */
  | 'unavailable';

/** An unusable file or page. The message says in plain English what is wrong and what to do. */
export class MediaError extends Error {
  override name = 'MediaError';
  readonly reason: MediaReason;

  constructor(reason: MediaReason, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.reason = reason;
  }
}

export const unsupported = (sentence: string): MediaError =>
  new MediaError('unsupported', sentence);

/** An entry of an archive exceeds the limits. */
export const tooLargeEntry = (): MediaError =>
  new MediaError(
    'too_large',
    'The page is too large when unpacked, so it was not read. Remove it from the archive.',
  );

/** Detects an error of a system call, such as ENOENT. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';

/** The machine lacks handles, memory or processes. */
const shortages = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOBUFS'];
/** The drive or the network to it fails. */
const driveFaults = [
  ...['EIO', 'EREMOTEIO', 'ESTALE', 'ENODEV', 'ENOTCONN', 'ESHUTDOWN', 'ETIMEDOUT'],
  ...['ENETDOWN', 'ENETUNREACH', 'ENETRESET', 'ECONNABORTED', 'ECONNRESET', 'ECONNREFUSED'],
  ...['EHOSTDOWN', 'EHOSTUNREACH'],
];

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown error';
};

/** Detects that the machine lacks handles, memory or processes at the moment. */
export const isShortage = (error: unknown): boolean =>
  shortages.includes(codeOf(error)) || codeOf(error) === 'ERR_WORKER_INIT_FAILED';

/** Maps a failed system call to a message for the owner of the file. */
export const fromSystemError = (error: unknown): MediaError => {
  if (error instanceof MediaError) return error;
  const code = codeOf(error);
  if (isShortage(error)) {
    return new MediaError(
      'unavailable',
      `The computer of Octavo has no file handles or memory left at the moment (${code}). Try again later.`,
      error,
    );
  }
  if (driveFaults.includes(code)) {
    return new MediaError(
      'unavailable',
      `The drive does not deliver the file at the moment (${code}). Check the disk or the network drive.`,
      error,
    );
  }
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
    `The file cannot be read (${code}). Check the disk or the network drive.`,
    error,
  );
};

/** Maps an error to the fault of the file. Throws MediaError `unavailable` if the file has none. */
export const faultOfFile = (error: unknown): MediaError => {
  const fault = fromSystemError(error);
  if (fault.reason === 'unavailable') throw fault;
  return fault;
};

/** A MediaError for a book under DRM. */
export const protectedBook = (): MediaError =>
  new MediaError(
    'encrypted',
    'The book is protected by DRM, so only the app that it was bought for can open it. Get a copy without DRM.',
  );

/** A MediaError for an EPUB that the data folder does not take. */
export const notStored = (error: unknown): MediaError =>
  new MediaError(
    'unavailable',
    `Octavo cannot store the book in its data folder in a readable form (${codeOf(error)}). Check the space and the permissions there.`,
    error,
  );
