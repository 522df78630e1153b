import { type FileHandle, open } from 'node:fs/promises';

import { AppError } from '../../shared/errors.ts';
import { fromSystemError, isSystemError, MediaError } from '../media/media-error.ts';
import type { Content, MadeBody } from './content.ts';

/** A body whose first byte is there already. */
export interface OpenedBody {
  /** The bytes from `start` to `end`, both included; of what is made while it is sent always the whole. */
  stream(start: number, end: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens a body before anything is answered: another program may have locked its file. Throws AppError NotFound or
 * UnprocessableContent, a sentence.
 */
export const openBody = async (
  body: Exclude<Content['body'], Buffer | null>,
): Promise<OpenedBody> => {
  try {
    return 'parts' in body ? await begin(body) : await openFile(body.path, body.size);
  } catch (error) {
    throw asAnswer(error);
  }
};

const openFile = async (path: string, size: number): Promise<OpenedBody> => {
  const file = await open(path, 'r');
  try {
    await refuseChange(file, size);
    await file.read(Buffer.alloc(1), 0, 1, 0);
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    stream: (start, end) => file.createReadStream({ start, end, autoClose: false }),
    close: () => file.close(),
  };
};

const refuseChange = async (file: FileHandle, size: number): Promise<void> => {
  if ((await file.stat()).size === size) return;
  throw new MediaError('changed', 'The file has changed. Download it again.');
};

const begin = async ({ parts }: MadeBody): Promise<OpenedBody> => {
  const iterator = parts()[Symbol.asyncIterator]();
  const first = await iterator.next();
  const whole = async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return {
    stream: whole,
    close: async () => {
      await iterator.return?.();
    },
  };
};

const asAnswer = (error: unknown): unknown => {
  if (!(error instanceof MediaError) && !isSystemError(error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new AppError(
    code === 'ENOENT' || code === 'ENOTDIR' ? 'NotFound' : 'UnprocessableContent',
    fromSystemError(error).message,
  );
};
