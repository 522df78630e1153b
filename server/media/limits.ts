/** Resource limits for one file. Each is a setting; these are the defaults. */
export interface Limits {
  /** Files in one archive. */
  archive_entries: number;
  /**
   * Size of one unpacked archive entry, bytes; counted while unpacking, because headers can lie.
   */
  entry_bytes: number;
  /** Maximum ratio of unpacked to packed size, applied above `bombFreeBytes`. */
  unpack_ratio: number;
  /** Pixels of a decoded image. */
  image_pixels: number;
  /** Size of a ComicInfo.xml, bytes. */
  comic_info_bytes: number;
  /** Size of an EPUB's package document or navigation, bytes. */
  epub_xml_bytes: number;
  /** Size of an EPUB text, bytes: it is read as a whole for counting and sanitizing. */
  epub_text_bytes: number;
  /**
   * Size of the disk cache of unpacked archives, bytes; readers and background jobs have separate
   * caches.
   */
  archive_cache_bytes: number;
  /** Time limit for unpacking, decoding or drawing one item, seconds. */
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

/** The limits with those for texts applied. */
export const textLimits = (limits: Limits): Limits => ({
  ...limits,
  entry_bytes: Math.min(limits.entry_bytes, limits.epub_text_bytes),
});

/** Output up to this size, bytes, is never treated as a zip bomb. */
export const bombFreeBytes = 10 * mebibyte;
