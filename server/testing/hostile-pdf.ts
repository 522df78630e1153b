import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { pdfOf } from './pdf.ts';

const stream = (dictionary: string, data: string): string =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`;

/** A PDF whose pages all show `content`, with `more` objects numbered from 4. */
const document = (pages: number, content: string, resources: string, more: string[]): Buffer => {
  const first = 4 + more.length;
  const kids = Array.from({ length: pages }, (_, index) => `${first + index} 0 R`);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    stream('', content),
    ...more,
    ...kids.map(
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 3 0 R /Resources << ${resources} >> >>`,
    ),
  ]);
};

const form = '/Type /XObject /Subtype /Form /BBox [0 0 600 800]';
const drawn = '0 0 600 800 re f';

/**
 * PDFs with loops, decompression bombs or false values, by defect; at most a few megabytes each.
 */
export const hostilePdfs: Readonly<Record<string, () => Buffer>> = {
  'forms that hold ten forms each, nine deep': () =>
    document(6, '/F0 Do', '/XObject << /F0 4 0 R >>', [
      ...Array.from({ length: 9 }, (_, level) =>
        stream(
          `${form} /Resources << /XObject << /F0 ${level + 5} 0 R >> >>`,
          '/F0 Do '.repeat(10),
        ),
      ),
      stream(form, drawn),
    ]),
  'a form that holds itself': () =>
    document(1, '/F0 Do', '/XObject << /F0 4 0 R >>', [
      stream(`${form} /Resources << /XObject << /F0 4 0 R >> >>`, '/F0 Do '.repeat(10)),
    ]),
  'a pattern of tiny tiles': () =>
    document(1, `/Pattern cs /P0 scn ${drawn}`, '/Pattern << /P0 4 0 R >>', [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>',
        '0 0 1 1 re f',
      ),
    ]),
  'a shading that computes forever': () =>
    document(1, '/S0 sh', '/Shading << /S0 4 0 R >>', [
      '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [600 0 0 800 0 0] /Function 5 0 R >>',
      stream(
        '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
        `{ ${'dup mul sin cos '.repeat(20_000)} dup dup }`,
      ),
    ]),
  'a mesh of forty thousand patches': () =>
    document(1, '/S0 sh', '/Shading << /S0 4 0 R >>', [
      stream(
        '/ShadingType 7 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 600 0 800 0 1 0 1 0 1]',
        `\0${'\x00\xff\x80\x10'.repeat(10)}`.repeat(40_000),
      ),
    ]),
  'dashes of a hundred-thousandth': () =>
    document(4, `[0.00001 0.00001] 0 d 0.00001 w ${'0 0 m 600 800 l S '.repeat(100)}`, '', []),
  'letters that draw letters': () =>
    document(1, `BT /F0 500 Tf ${'(a) Tj '.repeat(20_000)} ET`, '/Font << /F0 4 0 R >>', [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 5 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [0] /Resources << /Font << /F0 4 0 R >> >> >>',
      stream('', `1000 0 d0 BT /F0 1 Tf (aaaaaaaaaa) Tj ET ${drawn}`),
    ]),
  'an image of 3.6 billion pixels': () =>
    document(1, '600 0 0 800 0 0 cm /I Do', '/XObject << /I 4 0 R >>', [
      stream(
        '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /RunLengthDecode',
        '\x81\x00'.repeat(10_000),
      ),
    ]),
  'a bilevel image of 65,535 by 65,535': () =>
    document(1, '600 0 0 800 0 0 cm /I Do', '/XObject << /I 4 0 R >>', [
      stream(
        '/Type /XObject /Subtype /Image /Width 65535 /Height 65535 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
        '\0\0\0\0\x30\0\x01\0\0\0\x13\0\0\xff\xff\0\0\xff\xff\0\0\0\0\0\0\0\0\0\0\0',
      ),
    ]),
  'pages that are their own parents': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000 >>',
    ]),
  'two thousand million pages': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    ]),
  'a table of objects that names itself': () =>
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R /Size 2 /Prev 58 >>\nstartxref\n58\n%%EOF',
    ),
  'a length that is its own': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      '<< /Length 4 0 R >>\nstream\nq Q\nendstream',
    ]),
  'a million objects': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
      ...Array.from({ length: 1_000_000 }, () => 'null'),
    ]),
  'brackets that never close': () => document(1, '['.repeat(2_000_000), '', []),
};

export const writeHostilePdf = (path: string, name: keyof typeof hostilePdfs): void => {
  mkdirSync(dirname(path), { recursive: true });
  const make = hostilePdfs[name];
  if (!make) throw new Error(`There is no PDF of ${name}`);
  writeFileSync(path, make());
};
