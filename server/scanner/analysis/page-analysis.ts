import { closeSync } from 'node:fs';

import type { Allocate } from '../../media/buffer-pool.ts';
import { readTextFacts } from '../../media/epub/text-metrics.ts';
import { isCutOff, webpLength } from '../../media/image-size/is-cut-off.ts';
import { imageSize } from '../../media/image-size/image-size.ts';
import { defaultLimits, type Limits, textLimits } from '../../media/limits.ts';
import { fromSystemError, MediaError, type MediaReason } from '../../media/media-error.ts';
import { imageTypeOf } from '../../media/media-type.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import {
  isInZip,
  locationOf,
  type StoredPage,
  type TextPage,
  type ZipPage,
} from '../../media/stored-page.ts';
import { readEntry, readEntryHead, readPackedSync, unpack } from '../../media/zip/read-entry.ts';

/**
 * Maximum characters of a book, over ten times the Bible: each request for its positions lists all, and repeated letters
 * take hardly any space in a file.
 */
const maxCharacters = 50_000_000;
/** Packed bytes read for a header: the first length suffices for nearly every page. */
const headLengths = [4 * 1024, 64 * 1024, 1024 * 1024];

const noImage = ({ file_size: size }: StoredPage): string =>
  size === 0
    ? 'The page is empty. Copy or download the file again.'
    : 'The page is damaged or not an image. Copy or download the file again.';

/** The page with the data from its image header; null if more bytes are needed. */
const describe = <Page extends StoredPage>(
  page: Page,
  head: Buffer,
  last: boolean,
): Page | null => {
  const type = imageTypeOf(head);
  if (type === null) return { ...page, error: noImage(page) };
  const size = imageSize(head);
  if (size === null && !last) return null;
  return { ...page, media_type: type, ...size, ...(lacksEnd(page, head, type) ? cutOff : {}) };
};

const cutOff = { is_cut_off: true };

/** As far as the first bytes show: the header of a WebP states its length, and small pages are read whole. */
const lacksEnd = ({ file_size: size }: StoredPage, head: Buffer, type: string): boolean =>
  head.length >= size
    ? isCutOff(head)
    : type === 'image/webp' && head.length >= 8 && webpLength(head) > size;

/** Reasons that a later attempt may not meet, so they are not errors of the page. */
const temporary: ReadonlySet<MediaReason> = new Set(['changed', 'unavailable']);
export const isTemporary = ({ reason }: MediaError): boolean => temporary.has(reason);

const withError = <Page extends StoredPage>(page: Page, error: unknown): Page => {
  if (!(error instanceof MediaError) || isTemporary(error)) throw error;
  return { ...page, error: error.message };
};

const isLast = (index: number): boolean => index === headLengths.length - 1;

/** Synchronous, because each of the many pages of a ZIP needs only one small read. */
const analyzeZipPage = (fd: number, page: ZipPage, limits: Limits): ZipPage => {
  try {
    for (const [index, length] of headLengths.entries()) {
      const head = readEntryHead(fd, locationOf(page), length, limits);
      const known = describe(page, head, isLast(index) || length >= page.compressed_size);
      if (known) return known;
    }
    return page;
  } catch (error) {
    return withError(page, error);
  }
};

/** Synchronous as well: counting takes the time, not reading. */
const analyzeText = (fd: number, page: TextPage, limits: Limits): TextPage => {
  if (page.characters !== null) return page;
  try {
    const { characters } = readTextFacts(
      readEntry(fd, locationOf(page), { limits: textLimits(limits) }),
    );
    return { ...page, characters };
  } catch (error) {
    return { ...withError(page, error), characters: 0 };
  }
};

const tooMuch = (page: TextPage): TextPage => ({
  ...page,
  characters: 0,
  error: 'The book has more text than can be counted.',
});

const analyzeOtherPage = async (
  path: string,
  page: StoredPage,
  source: PageSource,
): Promise<StoredPage> => {
  try {
    for (const [index, length] of headLengths.entries()) {
      const head = await source.head(path, page, length);
      const known = describe(page, head, isLast(index) || head.length >= page.file_size);
      if (known) return known;
    }
    return page;
  } catch (error) {
    return withError(page, error);
  }
};

/**
 * Determines the types and sizes of the pages in a ZIP archive, and counts its texts; other pages
 * stay as they are. Blocks the current thread.
 */
export const analyzeZipPages = (
  path: string,
  pages: readonly StoredPage[],
  limits: Limits = defaultLimits,
): StoredPage[] => {
  let fd: number | null = null;
  try {
    const analyzed: StoredPage[] = [];
    let characters = 0;
    for (const page of pages) {
      if (!isInZip(page)) analyzed.push(page);
      else {
        fd ??= openRegularSync(path);
        if (page.source === 'text') {
          const text = characters > maxCharacters ? tooMuch(page) : analyzeText(fd, page, limits);
          characters += text.characters ?? 0;
          analyzed.push(text);
        } else analyzed.push(analyzeZipPage(fd, page, limits));
      }
    }
    return analyzed;
  } finally {
    if (fd !== null) closeSync(fd);
  }
};

/** Reads an image of a ZIP archive, blocking the thread; only inflating does not. Throws MediaError. */
export const readZipPage = async (
  path: string,
  page: ZipPage,
  limits: Limits,
  allocate: Allocate,
): Promise<Buffer> => {
  const entry = locationOf(page);
  try {
    const fd = openRegularSync(path);
    try {
      return await unpack(readPackedSync(fd, entry, limits, allocate), entry, limits);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw fromSystemError(error);
  }
};

/**
 * Determines the types and sizes of pages outside of ZIP archives; others stay as they are. The
 * sizes of PDF pages come from its listing.
 */
export const analyzeOtherPages = async (
  path: string,
  pages: readonly StoredPage[],
  source: PageSource,
): Promise<StoredPage[]> => {
  const analyzed: StoredPage[] = [];
  for (const page of pages) {
    const isKnown = page.error !== undefined || page.source === 'pdf' || isInZip(page);
    analyzed.push(isKnown ? page : await analyzeOtherPage(path, page, source));
  }
  return analyzed;
};

/**
 * Determines the types and sizes of a book's pages from the first bytes of each image. An invalid
 * page gets an error message. Throws MediaError `changed` if the file is no longer the one that was
 * listed.
 */
export const analyzePages = async (
  path: string,
  pages: readonly StoredPage[],
  source: PageSource,
  limits: Limits = defaultLimits,
): Promise<StoredPage[]> => analyzeOtherPages(path, analyzeZipPages(path, pages, limits), source);
