import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

import { headBytes, parseHead, readBytes } from './file-head.ts';

/**
 * The last line of a sealed database, which SQLite neither reads nor keeps: the change counter of its header
 * and the SHA-256 of all bytes before the line.
 */
const lineOf = (counter: string, hash: string): string => `Octavo seal 1 ${counter} ${hash}\n`;
const line = /^Octavo seal 1 ([\da-f]{8}) ([\da-f]{64})\n$/;
const lineBytes = lineOf('0'.repeat(8), '0'.repeat(64)).length;

const counterOf = (file: number): string =>
  (parseHead(readBytes(file, 0, headBytes))?.changeCounter ?? 0).toString(16).padStart(8, '0');

const partBytes = 1024 * 1024;

const hashOf = (file: number, size: number): string => {
  const hash = createHash('sha256');
  for (let position = 0; position < size;) {
    const part = readBytes(file, position, Math.min(partBytes, size - position));
    if (part.length === 0) break;
    hash.update(part);
    position += part.length;
  }
  return hash.digest('hex');
};

const withFile = <Result>(path: string, flags: string, work: (file: number) => Result): Result => {
  const file = openSync(path, flags);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
};

/** Appends the seal to a closed database, and flushes the file to the disk. */
export const sealDatabase = (path: string): void =>
  withFile(path, 'a+', (file) => {
    const { size } = fstatSync(file);
    // Appends, and writes the rest where a write was short.
    writeFileSync(file, lineOf(counterOf(file), hashOf(file, size)));
    fsyncSync(file);
  });

/**
 * Whether a database has other bytes than when it was sealed, which SQLite's own checks find only in its structure.
 * False without a seal, and after SQLite has written to the file.
 */
export const isSealBroken = (path: string): boolean =>
  withFile(path, 'r', (file) => {
    const size = fstatSync(file).size - lineBytes;
    if (size < 0) return false;
    const [, counter, hash] = line.exec(readBytes(file, size, lineBytes).toString('latin1')) ?? [];
    return counter === counterOf(file) && hash !== hashOf(file, size);
  });
