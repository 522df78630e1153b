import { edgeFingerprint } from '../fingerprint.ts';
import { createPdf } from '../pdf/pdf.ts';
import type { Size } from '../pdf/drawn-size.ts';
import { pdfMetadata } from '../pdf/pdf-metadata.ts';
import type { PdfListing } from '../pdf/list-document.ts';
import { findXmp, parseXmp } from '../pdf/xmp.ts';
import type { PdfPage } from '../stored-page.ts';
import { readFully } from '../zip/read-fully.ts';
import { type BookFile, type BookParser, emptyListing } from './parsed-book.ts';

/** Bytes searched for XMP at both ends of a file: it comes before or after all pages. */
const edge = 1024 * 1024;

const readXmp = ({ fd, size }: BookFile) => {
  const start = Math.max(0, size - edge);
  const packet =
    findXmp(readFully(fd, start, size - start)) ??
    (start > 0 ? findXmp(readFully(fd, 0, Math.min(edge, start))) : null);
  return packet && parseXmp(packet);
};

const toPage = (size: Size | null, index: number): PdfPage => ({
  source: 'pdf',
  index,
  filename: `page-${index + 1}.jpg`,
  media_type: 'image/jpeg',
  width: size?.width ?? null,
  height: size?.height ?? null,
  file_size: 0,
  ...(size ? {} : { error: 'The page is damaged. Copy or download the file again.' }),
});

/** Starts a thread for this file if the caller provides no shared one. */
const list = async ({ path, limits, pdf }: BookFile): Promise<PdfListing> => {
  if (pdf) return pdf.list(path);
  const own = createPdf({ limits: () => limits });
  try {
    return await own.list(path);
  } finally {
    await own.close();
  }
};

/** Lists a PDF: its pages at their drawn size, and its metadata. */
export const openPdfBook = (async (file: BookFile) => {
  const { pages, info, isRightToLeft } = await list(file);
  return {
    ...emptyListing,
    format: 'pdf',
    fingerprint: edgeFingerprint(file.fd, file.size),
    pages: pages.map(toPage),
    metadata: {
      ...pdfMetadata(info, readXmp(file), file.path),
      reading_direction: isRightToLeft ? 'rtl' : null,
    },
    error: pages.length === 0 ? 'The PDF has no pages.' : null,
  };
}) satisfies BookParser;
