/**
 * Image types allowed for pages, by file extension. SVG is refused, because it can carry scripts.
 */
const byExtension = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    jpe: 'image/jpeg',
    jfif: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    heic: 'image/heic',
    heif: 'image/heic',
    jxl: 'image/jxl',
    bmp: 'image/bmp',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    jp2: 'image/jp2',
    j2k: 'image/jp2',
  }),
);

/** The image type implied by a file name, or null if it is not a page. */
export const imageTypeOfName = (name: string): string | null => {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? null : (byExtension.get(name.slice(dot + 1).toLowerCase()) ?? null);
};

const startsWith = (bytes: Buffer, ...magic: number[]): boolean =>
  bytes.length >= magic.length && magic.every((byte, index) => bytes[index] === byte);

const textAt = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end);

/** Type of an ISO media file (AVIF, HEIC) by its brands. */
const isoImageType = (bytes: Buffer): string | null => {
  // The length of the first box: in a text, such as a comment of an SVG, it would be millions of
  // bytes.
  if (textAt(bytes, 4, 8) !== 'ftyp' || bytes[0] !== 0) return null;
  const brands = textAt(bytes, 8, Math.min(bytes.readUInt32BE(0), 64, bytes.length));
  if (/avi[fs]/.test(brands)) return 'image/avif';
  return /hei[cxms]|hev[cx]|mif1|msf1/.test(brands) ? 'image/heic' : null;
};

/**
 * The image type by the first bytes (64 suffice), regardless of the name; null if it is not an
 * image.
 */
export const imageTypeOf = (bytes: Buffer): string | null => {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return 'image/gif';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (startsWith(bytes, 0xff, 0x0a) || textAt(bytes, 4, 12) === 'JXL \r\n\x87\n')
    return 'image/jxl';
  if (startsWith(bytes, 0xff, 0x4f, 0xff, 0x51) || textAt(bytes, 4, 12) === 'jP  \r\n\x87\n') {
    return 'image/jp2';
  }
  if (startsWith(bytes, 0x49, 0x49, 0x2a, 0) || startsWith(bytes, 0x4d, 0x4d, 0, 0x2a)) {
    return 'image/tiff';
  }
  // "BM" alone is too weak: also require a known header size.
  if (textAt(bytes, 0, 2) === 'BM' && bytes.length >= 18) {
    if ([12, 40, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14))) return 'image/bmp';
  }
  return bytes.length >= 16 ? isoImageType(bytes) : null;
};

export type FileType =
  BookType | 'closed_kindle' | 'html' | 'image' | 'compressed' | 'empty' | 'unknown';

const bookTypes = ['zip', 'epub', 'rar4', 'rar5', '7z', 'tar', 'fb2', 'mobi', 'pdf'] as const;
/** A type that can be a book. */
export type BookType = (typeof bookTypes)[number];

export const isBookType = (type: FileType): type is BookType =>
  (bookTypes as readonly FileType[]).includes(type);

/** Magic bytes of gzip, bzip2, xz and zstd. */
const compressions = ['\x1f\x8b\x08', 'BZh', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd'];

/** Magic bytes of Topaz, and of KFX with and without DRM. */
const closedKindle = ['TPZ', 'CONT\x02', '\xeaDRMION\xee'];

/** Detects the file type from the first 1,024 bytes. */
export const fileTypeOf = (bytes: Buffer): FileType => {
  if (bytes.length === 0) return 'empty';
  if (textAt(bytes, 0, 4) === 'PK\x03\x04' || textAt(bytes, 0, 4) === 'PK\x05\x06') {
    return textAt(bytes, 30, 58) === 'mimetypeapplication/epub+zip' ? 'epub' : 'zip';
  }
  if (textAt(bytes, 0, 7) === 'Rar!\x1a\x07\0') return 'rar4';
  if (textAt(bytes, 0, 8) === 'Rar!\x1a\x07\x01\0') return 'rar5';
  if (textAt(bytes, 0, 6) === '7z\xbc\xaf\x27\x1c') return '7z';
  if (textAt(bytes, 0, 5) === '%PDF-') return 'pdf';
  if (textAt(bytes, 60, 68) === 'BOOKMOBI') return 'mobi';
  if (closedKindle.some((magic) => textAt(bytes, 0, magic.length) === magic))
    return 'closed_kindle';
  if (imageTypeOf(bytes) !== null) return 'image';
  if (textAt(bytes, 257, 262) === 'ustar') return 'tar';
  if (compressions.some((magic) => textAt(bytes, 0, magic.length) === magic)) return 'compressed';
  if (/^(\xef\xbb\xbf)?\s*<(\?xml[\s\S]*<)?FictionBook[\s>]/.test(textAt(bytes, 0, 1024)))
    return 'fb2';
  if (/^(\xef\xbb\xbf)?\s*<(!doctype html|html|head|body|\?xml)/i.test(textAt(bytes, 0, 512)))
    return 'html';
  // PDF readers tolerate this much junk before the header.
  return bytes.subarray(0, 1024).includes('%PDF-') ? 'pdf' : 'unknown';
};

/** Whether bytes look like an SVG file. */
export const isDrawing = (bytes: Buffer): boolean =>
  /^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|svg|[\w-]+:svg)[\s\S]*/i.test(
    bytes.toString('latin1', 0, 256),
  ) && /<([\w-]+:)?svg[\s>]/i.test(bytes.toString('latin1', 0, 4096));
