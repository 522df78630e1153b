import { imageTypeOf } from '../media-type.ts';

/** How a resource of a book is served. */
export type ResourceKind = 'html' | 'xml' | 'style' | 'image' | 'font' | 'media';

const fixedKinds = new Map<string, ResourceKind>(
  Object.entries({
    'application/xhtml+xml': 'xml',
    'image/svg+xml': 'xml',
    'application/x-dtbncx+xml': 'xml',
    'application/smil+xml': 'xml',
    'application/pls+xml': 'xml',
    'text/html': 'html',
    'text/x-oeb1-document': 'html',
    'text/css': 'style',
    'text/x-oeb1-css': 'style',
  }),
);

const fontType = /^(font\/|application\/(x-)?font-|application\/vnd\.ms-(opentype|fontobject)$)/;

/** Browsers parse any type ending in `xml` as an XML document, whatever its prefix. */
const sound = /^(audio|video)\/(?![\w.+-]*xml$)[\w.+-]+$/i;

/** The kind for a manifest type; null for kinds that are never served, such as scripts. */
export const resourceKindOf = (mediaType: string): ResourceKind | null => {
  const kind = fixedKinds.get(mediaType);
  if (kind !== undefined) return kind;
  if (mediaType.startsWith('image/')) return 'image';
  if (fontType.test(mediaType)) return 'font';
  return sound.test(mediaType) ? 'media' : null;
};

/** The content type as listed in our own manifest: HTML is served as XHTML. */
export const servedTypeOf = (mediaType: string): string =>
  resourceKindOf(mediaType) === 'html' ? 'application/xhtml+xml' : mediaType;

/** First bytes of fonts, hexadecimal. */
const fontTypes: Record<string, string> = {
  '4f54544f': 'font/otf',
  '00010000': 'font/ttf',
  '74727565': 'font/ttf',
  '74746366': 'font/collection',
  '774f4646': 'font/woff',
  '774f4632': 'font/woff2',
};

/** First bytes of ID3, Ogg, RIFF, FLAC, Matroska, MPEG audio and ISO media, hexadecimal. */
const media = /^(494433|4f676753|52494646|664c6143|1a45dfa3|ff[ef]|.{8}66747970)/i;

/**
 * The content type under which the bytes are served; null if they do not match the manifest's kind.
 */
export const contentTypeOf = (
  kind: ResourceKind,
  mediaType: string,
  bytes: Buffer,
): string | null => {
  switch (kind) {
    case 'html':
      return 'application/xhtml+xml';
    case 'xml':
      return mediaType;
    case 'style':
      return 'text/css; charset=utf-8';
    case 'image':
      return imageTypeOf(bytes);
    case 'font':
      return fontTypes[bytes.toString('hex', 0, 4)] ?? null;
    case 'media':
      return media.test(bytes.toString('hex', 0, 8)) ? mediaType : null;
  }
};
