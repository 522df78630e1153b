import { encodePixels } from '../images.ts';
import type { FileAt } from '../file-stamp.ts';
import type { Pdf } from '../pdf/pdf.ts';
import type { PdfPage } from '../stored-page.ts';
import type { PageBox, PageReader } from './page-reader.ts';

/**
 * Draws pages of PDFs. Without a box a page comes as the JPEG that is handed out; drawn into a box it is
 * still to be made into something, so it comes without loss.
 */
export const createPdfPages = (pdf: Pdf): PageReader<PdfPage> => {
  const read = async (file: FileAt, { index }: PdfPage, box?: PageBox): Promise<Buffer> =>
    encodePixels(await pdf.draw(file, index, box ?? {}), box ? 'png' : 'jpeg');
  return {
    read,
    // The sizes of pages are known from the document, so nobody looks for them in an image.
    head: (file, page) => read(file, page),
    close: () => pdf.close(),
  };
};
