import { promisify } from 'node:util';
import { constants, inflateRaw, inflateRawSync } from 'node:zlib';

/** One byte of deflate becomes at most this many: a match of 258 bytes takes two bits (RFC 1951). */
const maxRatio = 1032;
/** Largest buffer, bytes, so that a false size cannot reserve more. A larger output takes several. */
const maxStep = 8 * 1024 * 1024;
/** zlib leaves its fast loop where less space than a match and a word is left, bytes. */
const slack = 320;

export interface InflateOptions {
  /** Stated size of the output, bytes; can be false. */
  size: number;
  /** More output than this fails with `ERR_BUFFER_TOO_LARGE`. */
  maxOutputLength: number;
}

/**
 * A buffer for the whole output. Node's default is buffers of 16 KiB: each takes a trip to the thread pool, all are
 * copied into one in the end, and a small output keeps the memory of a large one.
 */
const zlibOptions = (packed: Buffer, { size, maxOutputLength }: InflateOptions) => ({
  maxOutputLength,
  chunkSize:
    slack +
    Math.min(Math.max(size, packed.length), packed.length * maxRatio, maxOutputLength, maxStep),
});

/** Copies an output that takes less than half of its buffer, because it was stated to be larger. */
const trim = (output: Buffer): Buffer =>
  output.buffer.byteLength > 2 * output.length + Buffer.poolSize ? Buffer.from(output) : output;

const inflateAsync = promisify(inflateRaw);

/** Unpacks raw deflate (RFC 1951) outside of the current thread. Rejects with errors of zlib. */
export const inflate = async (packed: Buffer, options: InflateOptions): Promise<Buffer> =>
  trim(await inflateAsync(packed, zlibOptions(packed, options)));

/** The same, blocking the current thread. */
export const inflateSync = (packed: Buffer, options: InflateOptions): Buffer =>
  trim(inflateRawSync(packed, zlibOptions(packed, options)));

/** Unpacks the beginning of a stream that is cut off, blocking the current thread. */
export const inflateStart = (packed: Buffer, options: InflateOptions): Buffer =>
  trim(
    inflateRawSync(packed, {
      ...zlibOptions(packed, options),
      finishFlush: constants.Z_SYNC_FLUSH,
    }),
  );
