import type { Limits } from '../../media/limits.ts';
import type { Settings } from './service.ts';

/** The current limits: read on each use, so that a change needs no restart. */
export const limitsOf = ({ get }: Pick<Settings, 'get'>): Limits => ({
  archive_entries: get('limits.archive_entries'),
  entry_bytes: get('limits.entry_bytes'),
  unpack_ratio: get('limits.unpack_ratio'),
  image_pixels: get('limits.image_pixels'),
  comic_info_bytes: get('limits.comic_info_bytes'),
  epub_xml_bytes: get('limits.epub_xml_bytes'),
  epub_text_bytes: get('limits.epub_text_bytes'),
  archive_cache_bytes: get('limits.archive_cache_bytes'),
  seconds: get('limits.seconds'),
});
