/** The encoding that an XML declaration names, lower case. */
const declared = (bytes: Buffer): string | null =>
  /^<\?xml[^>]*encoding=["']([\w.:-]+)["']/i
    .exec(bytes.toString('latin1', 0, 256))?.[1]
    ?.toLowerCase() ?? null;

/**
 * Detects the encoding from the byte order mark, or UTF-16 without one from the zero bytes in `<?`.
 */
const byFirstBytes = (bytes: Buffer): string | null => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return first === 0xef && second === 0xbb ? 'utf-8' : null;
};

const tryDecode = (bytes: Buffer, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Decodes an XML file by its first bytes, else its declaration, else as UTF-8. Bytes that do not
 * fit are read as Windows-1252, which is what faulty writers produce.
 */
export const decodeXml = (bytes: Buffer): string => {
  const seen = byFirstBytes(bytes);
  const named = declared(bytes);
  // A declaration that is readable byte by byte rules out UTF-16, although some files claim it.
  const encoding = seen ?? (named === null || named.startsWith('utf-16') ? 'utf-8' : named);
  return tryDecode(bytes, encoding) ?? new TextDecoder('windows-1252').decode(bytes);
};
