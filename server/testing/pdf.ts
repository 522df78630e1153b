import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export const pdfOf = (objects: readonly string[]): Buffer => {
  let pdf = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf + table + trailer, 'latin1');
};

/** Writes a PDF of blank pages with these sizes, in points. */
export const writePdf = (path: string, pages: readonly (readonly [number, number])[]): void => {
  const kids = pages.map((_page, index) => `${index + 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.map(
      ([width, height]) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] >>`,
    ),
  ];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, pdfOf(objects));
};
