import { escapeXml } from '../../text/escape-xml.ts';
import type { PackedFile } from '../zip/write-zip.ts';
import type { ContentsEntry, DerivedBook, DerivedFile } from './derived-book.ts';

const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';

const container = `${prolog}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const listOf = (entries: readonly ContentsEntry[]): string =>
  entries.length === 0
    ? ''
    : `<ol>${entries
        .map(
          ({ title, href, children }) =>
            `<li><a href="${escapeXml(href)}">${escapeXml(title)}</a>${listOf(children)}</li>\n`,
        )
        .join('')}</ol>`;

const navigation = ({ contents, metadata }: DerivedBook): string =>
  `${prolog}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>${escapeXml(metadata.title ?? '')}</title></head>
<body><nav epub:type="toc">${listOf(contents)}</nav></body>
</html>
`;

type Item = Omit<DerivedFile, 'bytes'>;

const packageDocument = (book: DerivedBook, items: readonly Item[]): string => {
  const { metadata, identifier, cover } = book;
  const element = (name: string, text: string | null) =>
    text === null ? [] : [`<dc:${name}>${escapeXml(text)}</dc:${name}>`];
  const direction = metadata.reading_direction === 'rtl' ? ' page-progression-direction="rtl"' : '';
  const lines = [
    `<dc:identifier id="identifier">${escapeXml(identifier)}</dc:identifier>`,
    ...element('title', metadata.title ?? '–'),
    ...element('language', metadata.language ?? 'und'),
    ...metadata.authors.flatMap(({ name }) => element('creator', name)),
    ...element('publisher', metadata.publisher),
    ...element('date', metadata.release_date),
    ...element('description', metadata.summary),
    ...[...metadata.genres, ...metadata.tags].flatMap((name) => element('subject', name)),
    ...(metadata.layout === 'fixed'
      ? ['<meta property="rendition:layout">pre-paginated</meta>']
      : []),
  ];
  const manifest = items.map(({ name, media_type }, index) => {
    const properties = name === cover ? ' properties="cover-image"' : '';
    return `<item id="i${index}" href="${escapeXml(name)}" media-type="${media_type}"${properties}/>`;
  });
  const spine = items.flatMap(({ linear }, index) =>
    linear === undefined ? [] : `<itemref idref="i${index}"${linear ? '' : ' linear="no"'}/>`,
  );
  return `${prolog}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="identifier">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${lines.join('\n')}
</metadata>
<manifest>
<item id="navigation" href="navigation.xhtml" media-type="application/xhtml+xml" properties="nav"/>
${manifest.join('\n')}
</manifest>
<spine${direction}>
${spine.join('\n')}
</spine>
</package>
`;
};

const packed = (name: string, data: Buffer | string): PackedFile => {
  const bytes = Buffer.from(data);
  return { name, bytes, size: bytes.length };
};

/** The files of the EPUB of a book, in the order of its archive. Throws MediaError. */
export async function* epubFiles(book: DerivedBook): AsyncGenerator<PackedFile> {
  yield packed('mimetype', 'application/epub+zip');
  yield packed('META-INF/container.xml', container);
  const items: Item[] = [];
  for await (const { bytes, ...item } of book.files()) {
    items.push(item);
    yield packed(item.name, bytes);
  }
  yield packed('navigation.xhtml', navigation(book));
  yield packed('package.opf', packageDocument(book, items));
}
