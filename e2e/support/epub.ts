import { writeCbz } from '../../server/testing/zip.ts';

interface TestEpub {
  title: string;
  /** One short paragraph each. */
  parts: number;
  /** Size of each page of a book with a fixed layout. */
  fixed?: { width: number; height: number };
}

/** Writes a valid EPUB without a cover, of `part-1.xhtml` and so on. */
export const writeEpub = (file: string, { title, parts, fixed }: TestEpub): void => {
  const names = Array.from({ length: parts }, (_, index) => `part-${index + 1}`);
  const layout = fixed ? '<meta property="rendition:layout">pre-paginated</meta>' : '';
  const size =
    fixed && `<meta name="viewport" content="width=${fixed.width}, height=${fixed.height}"/>`;
  const page = (name: string) => `<?xml version="1.0"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title>${size ?? ''}</head>
<body><p>This is ${name} of ${title}.</p></body></html>`;
  writeCbz(file, [
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="package.opf"/></rootfiles></container>',
    },
    {
      name: 'package.opf',
      data: `<package version="3.0" xmlns="http://www.idpf.org/2007/opf">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title>${layout}</metadata>
<manifest>${names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest>
<spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    },
    ...names.map((name) => ({ name: `${name}.xhtml`, data: page(name) })),
  ]);
};
