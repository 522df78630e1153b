import { promisify } from 'node:util';
import { constants, inflateRaw, inflateRawSync } from 'node:zlib';

/** One byte of deflate becomes at most this many: a match of 258 bytes takes two bits (RFC 1951). */
const maxRatio = 1032;
/** More is unpacked in several steps, bytes, so that a false size cannot reserve more. */
const maxStep = 8 * 1024 * 1024;
/** zlib leaves its fast loop where less space than a match and a word is left, bytes. */
const slack = 320;

export interface InflateLimits {
  /** Stated size of the output, bytes; can be false. */
  size: number;
  /** More output than this fails with `ERR_BUFFER_TOO_LARGE`. */
  maxOutputLength: number;
}

/**
 * Options with a buffer for the whole output. Node's own of 16 KiB cost a trip to the thread pool each and a copy
 * of all parts, and too much memory for small outputs.
 */
const optionsFor = (packed: Buffer, { size, maxOutputLength }: InflateLimits) => ({
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
export const inflate = async (packed: Buffer, limits: InflateLimits): Promise<Buffer> =>
  trim(await inflateAsync(packed, optionsFor(packed, limits)));

/** The same, blocking the current thread. */
export const inflateSync = (packed: Buffer, limits: InflateLimits): Buffer =>
  trim(inflateRawSync(packed, optionsFor(packed, limits)));

/** The output that an incomplete stream has until now. */
export const inflateStart = (packed: Buffer, limits: InflateLimits): Buffer =>
  trim(
    inflateRawSync(packed, {
      ...optionsFor(packed, limits),
      finishFlush: constants.Z_SYNC_FLUSH,
    }),
  );
