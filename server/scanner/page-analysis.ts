import { locationOf, type StoredPage } from '../media/book-file.ts';
import { imageSize } from '../media/image-size/image-size.ts';
import { MediaError } from '../media/media-error.ts';
import { imageTypeOf } from '../media/media-type.ts';
import { readEntryHead } from '../media/zip/entry-data.ts';

/** Packed bytes that are read for a header: the first suffices for nearly every page. */
const headLengths = [4 * 1024, 64 * 1024, 1024 * 1024];

/**
 * The page with its true type and its size, from the first bytes of its image. A page that is none gets a
 * sentence. Throws MediaError `changed` when the file is no longer the one that was listed.
 */
export const analyzePage = (fd: number, page: StoredPage): StoredPage => {
  if (page.error !== undefined) return page;
  try {
    for (const length of headLengths) {
      const head = readEntryHead(fd, locationOf(page), length);
      const type = imageTypeOf(head);
      if (type === null) break;
      const size = imageSize(head);
      const whole = length >= page.compressed_size;
      if (size !== null || whole) return { ...page, media_type: type, ...size };
    }
  } catch (error) {
    if (!(error instanceof MediaError) || error.reason === 'changed') throw error;
    return { ...page, error: error.message };
  }
  const type = imageTypeOf(readEntryHead(fd, locationOf(page), headLengths[0] ?? 0));
  if (type !== null) return { ...page, media_type: type };
  const sentence =
    page.file_size === 0
      ? 'The page is empty. Copy or download the file again.'
      : 'The page is damaged or no image. Copy or download the file again.';
  return { ...page, error: sentence };
};
