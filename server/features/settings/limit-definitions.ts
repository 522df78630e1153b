import { z } from 'zod';

import { defaultLimits, type Limits } from '../../media/limits.ts';
import { define } from './define.ts';

const mebibyte = 1024 * 1024;

/**
 * A resource limit with a range: from the minimum that accepts legitimate books to the maximum that
 * a machine can handle.
 */
const limit = (name: keyof Limits, least: number, most: number, description: string) =>
  define(() => z.int().min(least).max(most), defaultLimits[name], description);

/** Settings of the resource limits. */
export const limitDefinitions = {
  'limits.archive_entries': limit(
    'archive_entries',
    100,
    1_000_000,
    'Maximum number of files in an archive',
  ),
  'limits.entry_bytes': limit(
    'entry_bytes',
    mebibyte,
    2047 * mebibyte,
    'Maximum uncompressed size of a file in an archive, in bytes',
  ),
  'limits.unpack_ratio': limit(
    'unpack_ratio',
    10,
    100_000,
    'Maximum ratio of uncompressed to compressed size, for files over 10 MiB',
  ),
  'limits.image_pixels': limit(
    'image_pixels',
    1_000_000,
    1_000_000_000,
    'Maximum number of pixels of an image that is decoded. Each takes up to 8 bytes of memory.',
  ),
  'limits.comic_info_bytes': limit(
    'comic_info_bytes',
    16 * 1024,
    16 * mebibyte,
    'Maximum size of a ComicInfo.xml, in bytes',
  ),
  'limits.epub_xml_bytes': limit(
    'epub_xml_bytes',
    64 * 1024,
    64 * mebibyte,
    'Maximum size of the package document and of the table of contents of an EPUB, in bytes',
  ),
  'limits.epub_text_bytes': limit(
    'epub_text_bytes',
    mebibyte,
    64 * mebibyte,
    'Maximum size of a content document of an EPUB, in bytes',
  ),
  'limits.archive_cache_bytes': limit(
    'archive_cache_bytes',
    64 * mebibyte,
    1024 * 1024 * mebibyte,
    'Disk space for unpacked RAR, 7z and TAR archives, in bytes',
  ),
  'limits.seconds': limit(
    'seconds',
    5,
    600,
    'Time limit for unpacking, decoding or rendering, in seconds',
  ),
} as const;
