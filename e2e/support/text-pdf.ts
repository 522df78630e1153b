import { pdfOf } from '../../server/testing/pdf.ts';

const words = 'BT /F 40 Tf 20 300 Td (Words of the page) Tj ET';

export interface TextPdf {
  /** Widths of the pages, whose height is 600; null for a page that is missing. */
  widths: readonly (number | null)[];
  /** Entries of the catalog. */
  catalog?: string;
  /** Of the text of a page. */
  bytes?: number;
}

/** A PDF whose pages have text. */
export const textPdf = ({ widths, catalog = '', bytes = 0 }: TextPdf): Buffer => {
  const text = words.padEnd(bytes);
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${widths.map((width, index) => `${width === null ? 99 : index + 5} 0 R`).join(' ')}] /Count ${widths.length} >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...widths.map(
      (width) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width ?? 400} 600] /Contents 3 0 R /Resources << /Font << /F 4 0 R >> >> >>`,
    ),
  ]);
};
