import { writeCbz } from '../../server/testing/zip.ts';

interface TestEpub {
  title: string;
  /** One short paragraph each, or more. */
  parts: number;
  language?: string;
  paragraphs?: number;
  /** Size of each page of a book with a fixed layout. */
  fixed?: { width: number; height: number };
  /** Parts that the package document lists and the file lacks. */
  lacks?: string[];
  /** Markup at the end of each part, and a style sheet of all. */
  markup?: string;
  css?: string;
  /** Adds `note.xhtml`, outside of the reading order, to which the second part links. */
  hasNote?: boolean;
}

/** Writes a valid EPUB without a cover, of `part-1.xhtml` and so on. */
export const writeEpub = (file: string, epub: TestEpub): void => {
  const {
    title,
    parts,
    language,
    paragraphs = 1,
    fixed,
    markup = '',
    css = '',
    lacks = [],
    hasNote = false,
  } = epub;
  const names = Array.from({ length: parts }, (_, index) => `part-${index + 1}`);
  const layout = fixed ? '<meta property="rendition:layout">pre-paginated</meta>' : '';
  const size =
    fixed && `<meta name="viewport" content="width=${fixed.width}, height=${fixed.height}"/>`;
  const page = (name: string) => `<?xml version="1.0"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title>${size ?? ''}<style>${css}</style></head>
<body>${`<p>This is ${name} of ${title}.</p>`.repeat(paragraphs)}${hasNote && name === 'part-2' ? '<p><a href="note.xhtml">See the note</a></p>' : ''}${markup}</body></html>`;
  const files = hasNote ? [...names, 'note'] : names;
  writeCbz(file, [
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="package.opf"/></rootfiles></container>',
    },
    {
      name: 'package.opf',
      data: `<package version="3.0" xmlns="http://www.idpf.org/2007/opf">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title>${language === undefined ? '' : `<dc:language>${language}</dc:language>`}${layout}</metadata>
<manifest>${files.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest>
<spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
    },
    ...files
      .filter((name) => !lacks.includes(name))
      .map((name) => ({ name: `${name}.xhtml`, data: page(name) })),
  ]);
};
