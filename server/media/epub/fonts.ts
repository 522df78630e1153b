import { createHash } from 'node:crypto';

import type { Obfuscation } from './publication.ts';

/** Number of obfuscated bytes at the start of a font. */
const changedBytes: Record<Obfuscation, number> = { idpf: 1040, adobe: 1024 };

/** IDPF: SHA-1 of the identifier without whitespace. Adobe: the bytes of the UUID in it. */
const keyOf = (kind: Obfuscation, identifier: string): Buffer =>
  kind === 'idpf'
    ? createHash('sha1')
        .update(identifier.replace(/[\x20\t\r\n]/g, ''))
        .digest()
    : Buffer.from(identifier.replace(/^urn:uuid:/i, '').replace(/[^0-9a-f]/gi, ''), 'hex');

/**
 * Removes font obfuscation: the first bytes are XORed with a key derived from the book's identifier
 * (EPUB Open Container Format 3.3, 4.3; Adobe's older scheme differs only in the key).
 */
export const restoreFont = (bytes: Buffer, kind: Obfuscation, identifier: string): Buffer => {
  const key = keyOf(kind, identifier);
  if (key.length === 0) return bytes;
  const restored = Buffer.from(bytes);
  const end = Math.min(changedBytes[kind], bytes.length);
  for (let offset = 0; offset < end; offset++) {
    restored[offset] = (bytes[offset] ?? 0) ^ (key[offset % key.length] ?? 0);
  }
  return restored;
};
