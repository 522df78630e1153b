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
    'Most files that an archive can hold',
  ),
  'limits.entry_bytes': limit(
    'entry_bytes',
    mebibyte,
    2047 * mebibyte,
    'Largest unpacked file of an archive, in bytes',
  ),
  'limits.unpack_ratio': limit(
    'unpack_ratio',
    10,
    100_000,
    'How many times its packed size a file of more than 10 MiB may have',
  ),
  'limits.image_pixels': limit(
    'image_pixels',
    1_000_000,
    1_000_000_000,
    'Most pixels of an image that is decoded; each takes up to 8 bytes of memory',
  ),
  'limits.comic_info_bytes': limit(
    'comic_info_bytes',
    16 * 1024,
    16 * mebibyte,
    'Largest ComicInfo.xml that is read, in bytes',
  ),
  'limits.epub_xml_bytes': limit(
    'epub_xml_bytes',
    64 * 1024,
    64 * mebibyte,
    'Largest package document or contents of an EPUB that is read, in bytes',
  ),
  'limits.epub_text_bytes': limit(
    'epub_text_bytes',
    mebibyte,
    64 * mebibyte,
    'Largest text of an EPUB that is read, in bytes',
  ),
  'limits.archive_cache_bytes': limit(
    'archive_cache_bytes',
    64 * mebibyte,
    1024 * 1024 * mebibyte,
    'How much of RAR, 7z and TAR archives is kept unpacked on the disk, in bytes',
  ),
  'limits.seconds': limit(
    'seconds',
    5,
    600,
    'Time limit for unpacking, decoding or drawing one thing, in seconds',
  ),
} as const;
