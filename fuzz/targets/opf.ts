import { listEpub } from '../../server/media/epub/list-epub.ts';
import { readNav, readNcx } from '../../server/media/epub/navigation.ts';
import { readTextFacts } from '../../server/media/epub/text-metrics.ts';
import { readXml } from '../../server/media/epub/xml.ts';
import { defaultLimits } from '../../server/media/limits.ts';
import { MediaError } from '../../server/media/media-error.ts';
import { entriesOf } from '../fixtures.ts';
import { must, type Target } from '../target.ts';

const opf = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "oebpkg12.dtd">
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" dir="rtl">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier id="id" opf:scheme="ISBN">urn:isbn:9783161484100</dc:identifier>
    <dc:title id="t1">Main &amp; only</dc:title><dc:title id="t2">Other</dc:title>
    <meta refines="#t1" property="title-type">main</meta><meta refines="#t1" property="file-as">M</meta>
    <dc:creator id="c" opf:role="aut" opf:file-as="Doe, Jo">Jo&nbsp;Doe</dc:creator>
    <meta refines="#c" property="role" scheme="marc:relators">aut</meta>
    <dc:contributor opf:role="bkp">calibre (1.0)</dc:contributor>
    <dc:language>ja</dc:language><dc:date opf:event="publication">2014-02-28</dc:date>
    <dc:subject>Comics; Humor</dc:subject><dc:publisher>Press</dc:publisher>
    <dc:description>&lt;p&gt;A tale&lt;/p&gt;</dc:description>
    <meta property="belongs-to-collection" id="s">Saga</meta>
    <meta refines="#s" property="collection-type">series</meta>
    <meta refines="#s" property="group-position">2.5</meta>
    <meta name="calibre:series" content="Saga"/><meta name="calibre:series_index" content="2"/>
    <meta name="cover" content="cover"/><meta property="rendition:layout">pre-paginated</meta>
  </metadata>
  <manifest>
    <item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="one" href="one.xhtml" media-type="application/xhtml+xml" fallback="two"/>
    <item id="two" href="two.xhtml" media-type="application/xhtml+xml" fallback="one"/>
  </manifest>
  <spine toc="ncx" page-progression-direction="rtl">
    <itemref idref="one" properties="page-spread-left"/><itemref idref="two" linear="no"/>
  </spine>
  <guide><reference type="cover" title="Cover" href="one.xhtml#top"/></guide>
</package>`;

const nav = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a><ol><li><span>Part</span></li></ol></li></ol></nav>
<nav epub:type="page-list"><ol><li><a href="one.xhtml#p1">1</a></li></ol></nav>
<p>Text <img src="cover.jpg" alt="c"/> <svg><image href="cover.jpg"/></svg></p></body></html>`;

const ncx = `<ncx><navMap><navPoint id="n"><navLabel><text>One</text></navLabel><content src="one.xhtml"/>
<navPoint><navLabel><text>Two</text></navLabel><content src="../two.xhtml#x"/></navPoint></navPoint></navMap>
<pageList><pageTarget><navLabel><text>1</text></navLabel><content src="one.xhtml"/></pageTarget></pageList></ncx>`;

const container = '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>';
const page = '<html><body><img src="cover.jpg"/></body></html>';

/** An in-memory archive with the input as package document. */
const archiveOf = (input: Buffer) => {
  const files: Record<string, Buffer> = {
    'META-INF/container.xml': Buffer.from(container),
    'p.opf': input,
    'nav.xhtml': Buffer.from(nav),
    'toc.ncx': Buffer.from(ncx),
    'one.xhtml': Buffer.from(page),
    'two.xhtml': Buffer.from('<html><body><p>Two</p></body></html>'),
    'cover.jpg': Buffer.from([0xff, 0xd8, 0xff]),
  };
  const entries = Object.entries(files).map(([name, { length }]) => ({
    name,
    method: 0,
    compressedSize: length,
    size: length,
    crc32: 0,
    headerOffset: 0,
    encrypted: false,
    directory: false,
    symlink: false,
  }));
  return { entries, size: 1 << 20, unpack: ({ name }: { name: string }) => files[name] ?? page };
};

const list = (input: Buffer): string => {
  const { entries, size, unpack } = archiveOf(input);
  const limits = defaultLimits;
  const listing = listEpub({
    entries,
    size,
    limits,
    unpack: (entry) => Buffer.from(unpack(entry)),
  });
  const { metadata, pages, publication } = listing;
  must(metadata.number === null || Number.isFinite(metadata.number), 'a number is one');
  must(
    publication.items.every(({ path }) => !path.startsWith('../')),
    'no item lies outside',
  );
  must(pages.length <= input.length, 'no more pages than the text can name');
  must(JSON.stringify(listing).length < 64 * (input.length + 4096), 'no more text than was given');
  const known = Object.values(metadata).map((value) => (value === null ? 0 : 1));
  return `${pages.length} ${publication.items.length} ${publication.layout} ${known.join('')}`;
};

const documentWays = (input: Buffer): string => {
  const document = readXml(input);
  if (!document) return 'nothing';
  const { toc, page_list: pages } = readNav(document.root, 'p.opf');
  const { toc: points } = readNcx(document.root, 'p.opf');
  const { images } = readTextFacts(input);
  return `${document.complete} ${toc.length} ${pages.length} ${points.length} ${images.length}`;
};

/** The package document of an EPUB; the same bytes also serve as navigation and text. */
export const target: Target = {
  seeds: () => [
    ...[opf, nav, ncx, container, page].map((text) => Buffer.from(text)),
    ...entriesOf('library/Books/**/*.epub', /\.(opf|ncx)$|nav\.xhtml$/, 16 * 1024),
  ],
  tokens: [
    ...[
      '<!DOCTYPE ',
      '<!DOCTYPE a [',
      ']>',
      '<!ENTITY b "c">',
      '&b;',
      '&nbsp;',
      '&#0;',
      '&#x110000;',
    ],
    ...['<![CDATA[', ']]>', '<!--', '-->', '<?', '?>', '</', '/>', '<ol><li>', '<item href="', '"'],
    ...[
      '__proto__',
      'constructor',
      '../../',
      '%2e%2e%2f',
      '%00',
      'file:///',
      '//host/',
      '\\',
      '#',
      ':',
    ],
    ...[
      'fallback="one"',
      'idref="one"',
      'full-path="',
      'refines="#t1"',
      'opf:',
      'xmlns:a="b"',
      '\0',
    ],
    ...['<navPoint>', '<dc:title>', '<meta property="', '9'.repeat(400), '\ud83d\ude00', '\u202e'],
  ],
  run: (input) => {
    const ways = documentWays(input);
    try {
      return `${ways} ${list(input)}`;
    } catch (error) {
      if (error instanceof MediaError) return `${ways} ${error.message}`;
      throw error;
    }
  },
};
