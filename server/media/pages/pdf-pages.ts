import { encodePixels } from '../images.ts';
import type { FileAt } from '../file-stamp.ts';
import type { Pdf } from '../pdf/pdf.ts';
import type { PdfPage } from '../stored-page.ts';
import type { PageBox, PageReader } from './page-reader.ts';

/**
 * Draws pages of PDFs. Without a box, a page is returned as the final JPEG; with a box it is
 * processed further, so it is returned lossless.
 */
export const createPdfPages = (pdf: Pdf): PageReader<PdfPage> => {
  const read = async (file: FileAt, { index }: PdfPage, box?: PageBox): Promise<Buffer> =>
    encodePixels(await pdf.draw(file, index, box ?? {}), box ? 'png' : 'jpeg');
  return {
    read,
    // PDF page sizes come from the document, so the head of the image is never needed.
    head: (file, page) => read(file, page),
    close: () => pdf.close(),
  };
};
