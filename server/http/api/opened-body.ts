import { open } from 'node:fs/promises';

import { AppError } from '../../../shared/errors.ts';
import { fromSystemError, isSystemError, MediaError } from '../../media/media-error.ts';
import { chunksOf, type OpenedFile } from '../../media/file-reads.ts';
import type { Content, FileBody, StreamedBody } from './content.ts';

/** A body opened successfully. */
export interface OpenedBody {
  /** The bytes from `start` to `end` (inclusive); a generated body is always streamed whole. */
  stream(start: number, end: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens a body before the response starts, because its file can be locked by another program.
 * Throws AppError NotFound or UnprocessableContent with a message.
 */
export const openBody = async (
  body: Exclude<Content['body'], Buffer | null>,
): Promise<OpenedBody> => {
  try {
    if ('chunks' in body) return await begin(body);
    return body.open ? await openChecked(body.open, body.size) : await openFile(body);
  } catch (error) {
    throw asAnswer(error);
  }
};

const openFile = async ({ path, size }: FileBody): Promise<OpenedBody> => {
  const file = await open(path, 'r');
  try {
    requireSize((await file.stat()).size, size);
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

const openChecked = async (open: () => Promise<OpenedFile>, size: number): Promise<OpenedBody> => {
  const file = await open();
  try {
    requireSize(file.stamp.size, size);
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    stream: (start, end) => chunksOf(file, start, end),
    close: async () => file.close(),
  };
};

const requireSize = (found: number, size: number): void => {
  if (found === size) return;
  throw new MediaError('changed', 'The file has changed. Download it again.');
};

const begin = async ({ chunks }: StreamedBody): Promise<OpenedBody> => {
  const iterator = chunks()[Symbol.asyncIterator]();
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
  const fault = fromSystemError(error);
  if (fault.reason === 'unavailable') return fault;
  const { code } = error as NodeJS.ErrnoException;
  return new AppError(
    code === 'ENOENT' || code === 'ENOTDIR' ? 'NotFound' : 'UnprocessableContent',
    fault.message,
  );
};
