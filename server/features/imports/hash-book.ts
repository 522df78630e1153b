import { createHash } from 'node:crypto';

import { createXXHash128 } from 'hash-wasm';

import { openRegular } from '../../media/regular-file.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';
import type { HashOf } from './match-books.ts';

/** Bytes per read, few enough that hashing them does not delay requests. */
const partBytes = 1024 * 1024;
/** Number of bytes that a hash of the head covers. */
const headBytes = 512 * 1024;

const hasherOf = async (algorithm: Parameters<HashOf>[0]) => {
  if (algorithm === 'xxh128') {
    const hasher = await createXXHash128();
    return {
      update: (part: Buffer) => void hasher.update(part),
      digest: () => hasher.digest('hex'),
    };
  }
  const hash = createHash(algorithm === 'sha256' ? 'sha256' : 'sha1');
  return { update: (part: Buffer) => void hash.update(part), digest: () => hash.digest('hex') };
};

/** Hashes files like other programs do, with a cache for one run. */
export const createHashOf = (signal: AbortSignal): HashOf => {
  const known = new Map<string, string | null>();

  const hashFile = async (algorithm: Parameters<HashOf>[0], path: string) => {
    const handle = await openRegular(path);
    try {
      const hasher = await hasherOf(algorithm);
      const buffer = Buffer.allocUnsafe(partBytes);
      const end = algorithm === 'sha1_head' ? headBytes : Number.MAX_SAFE_INTEGER;
      for (let position = 0; position < end;) {
        signal.throwIfAborted();
        const length = Math.min(partBytes, end - position);
        const { bytesRead } = await handle.read(buffer, 0, length, position);
        if (bytesRead === 0) break;
        hasher.update(buffer.subarray(0, bytesRead));
        position += bytesRead;
      }
      return hasher.digest();
    } finally {
      await handle.close();
    }
  };

  return async (algorithm, book) => {
    const key = `${algorithm} ${book.id}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const path = pathInLibrary(book);
    const hash = await hashFile(algorithm, path).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
    known.set(key, hash);
    return hash;
  };
};
