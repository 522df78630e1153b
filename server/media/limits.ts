/** What a file may cost before it is refused. Each is a setting; these are the defaults. */
export interface Limits {
  /** Files in one archive. */
  archive_entries: number;
  /** Of one unpacked file of an archive, bytes; counted while unpacking, since headers lie. */
  entry_bytes: number;
  /** Unpacked to packed size, above `harmlessBytes`. */
  unpack_ratio: number;
  /** Pixels of an image that is decoded. */
  image_pixels: number;
  /** Of a ComicInfo.xml, bytes. */
  comic_info_bytes: number;
  /** Of an EPUB's package document or navigation, bytes. */
  epub_xml_bytes: number;
  /** Of a text of an EPUB, bytes: it is read as a whole to be counted and cleaned. */
  epub_text_bytes: number;
  /** Of unpacked archives that are kept on disk, bytes; readers and background jobs keep their own. */
  archive_cache_bytes: number;
  /** For unpacking, decoding or drawing one thing, seconds. */
  seconds: number;
}

const mebibyte = 1024 * 1024;

export const defaultLimits: Limits = {
  archive_entries: 20_000,
  entry_bytes: 256 * mebibyte,
  unpack_ratio: 200,
  image_pixels: 100_000_000,
  comic_info_bytes: mebibyte,
  epub_xml_bytes: 5 * mebibyte,
  epub_text_bytes: 16 * mebibyte,
  archive_cache_bytes: 1024 * mebibyte,
  seconds: 30,
};

/** The limits of what is read as a text. */
export const textLimits = (limits: Limits): Limits => ({
  ...limits,
  entry_bytes: Math.min(limits.entry_bytes, limits.epub_text_bytes),
});

/** Nothing that unpacks to this many bytes or less is a bomb, whatever its ratio. */
export const harmlessBytes = 10 * mebibyte;
