import { MediaError } from '../media-error.ts';

/** A MediaError for a file whose structure is damaged, worded for its owner. */
export const damagedMobi = (): MediaError =>
  new MediaError('damaged', 'The Kindle book is damaged. Copy or download the file again.');

/** Reads an unsigned big-endian number of 1, 2 or 4 bytes. Throws MediaError outside of the bytes. */
export const numberAt = (bytes: Buffer, offset: number, size: 1 | 2 | 4): number => {
  if (offset < 0 || offset + size > bytes.length) throw damagedMobi();
  return bytes.readUIntBE(offset, size);
};

/** The text of an identifier such as `INDX`; shorter at the end of the bytes. */
export const magicAt = (bytes: Buffer, offset: number, length = 4): string =>
  bytes.toString('latin1', offset, offset + length);

/** A number of up to 4 bytes, of which only the last has its highest bit set. Throws MediaError. */
export const varintAt = (bytes: Buffer, offset: number): { value: number; end: number } => {
  let value = 0;
  for (let index = offset; index < offset + 4; index += 1) {
    const byte = numberAt(bytes, index, 1);
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) return { value, end: index + 1 };
  }
  return { value, end: offset + 4 };
};

/** Index of the first of these ascending numbers that is greater than `value`. */
export const firstAbove = (numbers: readonly number[], value: number): number => {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? Infinity) > value) high = middle;
    else low = middle + 1;
  }
  return low;
};
