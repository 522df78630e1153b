import { isDerived } from '../../../shared/api/book-record.ts';
import type { FullBook } from '../../../shared/api/books.ts';
import { writeXml, type XmlNode } from '../../text/write-xml.ts';
import { mediaTypeOf } from '../books/service.ts';
import { countLabel } from './entries.ts';
import {
  type FeedEntry,
  feedPageLinks,
  feedUrl,
  epubPath,
  filePath,
  acquisitionRel,
  progressionRel,
  progressionType,
  progressUrl,
  archiveTitle,
  archiveType,
  type OpdsFeed,
  type RenderContext,
} from './feed.ts';

const catalog = 'application/atom+xml;profile=opds-catalog';
export const atomTypes = {
  navigation: `${catalog};kind=navigation`,
  acquisition: `${catalog};kind=acquisition`,
};
export const openSearchType = 'application/opensearchdescription+xml';

/** OPDS Catalog 1.2, with Page Streaming Extension links for books of images. */
export const writeAtom = async (feed: OpdsFeed, writing: RenderContext): Promise<Buffer> => {
  const { root, now } = writing;
  const { paging } = feed;
  return writeXml({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      '@xmlns:dcterms': 'http://purl.org/dc/terms/',
      '@xmlns:opds': 'http://opds-spec.org/2010/catalog',
      '@xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
      '@xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
      '@xmlns:thr': 'http://purl.org/syndication/thread/1.0',
      id: `urn:octavo:catalog${feedUrl('', feed.feedPath)}`,
      title: feed.title,
      updated: now,
      author: { name: 'Octavo' },
      link: [
        link('self', feedUrl(root, feed.feedPath), atomTypes[feed.kind]),
        link('start', `${root}/catalog`, atomTypes.navigation),
        ...(writing.canSearch ? [link('search', `${root}/search.xml`, openSearchType)] : []),
        ...feedPageLinks(feed).map(({ rel, feedPath }) =>
          link(rel, feedUrl(root, feedPath), atomTypes[feed.kind]),
        ),
        ...facetLinks(feed, root),
        // The schema allows `acquisition` only in entries.
        ...(feed.archive === undefined || !writing.canDownload
          ? []
          : [link('enclosure', root + feed.archive, archiveType, { '@title': archiveTitle })]),
      ],
      'opensearch:totalResults': paging?.total,
      'opensearch:itemsPerPage': paging?.pageSize,
      'opensearch:startIndex': paging ? (paging.page - 1) * paging.pageSize + 1 : undefined,
      entry: await Promise.all([
        ...feed.entries.map((entry) => navigationEntry(entry, writing)),
        ...feed.books.map((book) => bookEntry(book, writing)),
      ]),
    },
  });
};

/** The OpenSearch description; public, because some clients fetch it without credentials. */
export const openSearchDescription = (root: string): Buffer =>
  writeXml({
    OpenSearchDescription: {
      '@xmlns': 'http://a9.com/-/spec/opensearch/1.1/',
      ShortName: 'Octavo',
      Description: 'Search series and books',
      InputEncoding: 'UTF-8',
      OutputEncoding: 'UTF-8',
      Url: {
        '@type': atomTypes.navigation,
        '@template': `${root}/search?query={searchTerms}`,
      },
    },
  });

const link = (rel: string, href: string, type: string, more: XmlNode = {}): XmlNode => ({
  '@rel': rel,
  '@href': href,
  '@type': type,
  ...more,
});

/** The specification allows facets only in lists of books. */
const facetLinks = ({ facets, kind }: OpdsFeed, root: string): XmlNode[] =>
  (kind === 'acquisition' ? facets : []).flatMap((group) =>
    group.facets.map(({ title, feedPath, active, count }) =>
      link('http://opds-spec.org/facet', feedUrl(root, feedPath), atomTypes[kind], {
        '@title': title,
        '@opds:facetGroup': group.title,
        '@opds:activeFacet': active ? 'true' : undefined,
        '@thr:count': count ?? undefined,
      }),
    ),
  );

const imageLinks = async (path: string, { coverUrl }: RenderContext): Promise<XmlNode[]> => {
  const url = await coverUrl(path);
  if (url === null) return [];
  const rels = ['http://opds-spec.org/image', 'http://opds-spec.org/image/thumbnail'];
  return rels.map((rel) => link(rel, url, 'image/jpeg'));
};

const navigationEntry = async (entry: FeedEntry, writing: RenderContext): Promise<XmlNode> => ({
  title: entry.title,
  id: entry.id,
  updated: entry.updated ?? writing.now,
  content: { '@type': 'text', '#': entry.summary },
  link: [
    link('subsection', feedUrl(writing.root, entry.feedPath), atomTypes[entry.kind], {
      '@thr:count': entry.count ?? undefined,
    }),
    ...(entry.cover === null ? [] : await imageLinks(entry.cover, writing)),
  ],
});

const bookEntry = async (book: FullBook, writing: RenderContext): Promise<XmlNode> => {
  const { metadata } = book;
  const progress = progressUrl(book, writing);
  const people = (isAuthor: boolean) =>
    metadata.authors
      .filter(({ role }) => (role === 'writer') === isAuthor)
      .map(({ name }) => ({ name }));
  return {
    title: book.title,
    id: `urn:uuid:${book.id}`,
    updated: book.modified_at,
    published: book.created_at,
    author: people(true),
    contributor: people(false),
    category: [...new Set([...metadata.genres, ...metadata.tags])].map((name) => ({
      '@term': name,
      '@label': name,
    })),
    'dcterms:language': book.language ?? undefined,
    'dcterms:publisher': metadata.publisher ?? undefined,
    'dcterms:issued': book.release_date ?? undefined,
    'dcterms:identifier': metadata.isbn === null ? undefined : `urn:isbn:${metadata.isbn}`,
    'dcterms:extent': book.page_count > 0 ? countLabel(book.page_count, 'page') : undefined,
    // Atom requires it for entries without another representation.
    content: { '@type': 'text', '#': book.summary ?? contentOf(book) },
    link: [
      ...(await imageLinks(`/books/${book.id}`, writing)),
      ...(await readingLinks(book, writing)),
      ...(progress === null ? [] : [link(progressionRel, progress, progressionType)]),
    ],
  };
};

const contentOf = ({ series_name, page_count }: FullBook): string =>
  page_count > 0 ? `${series_name}, ${countLabel(page_count, 'page')}` : series_name;

/** Links to the file and to its pages: some clients accept the second only next to the first. */
const readingLinks = async (book: FullBook, writing: RenderContext): Promise<XmlNode[]> => {
  const { root, canRead, canDownload } = writing;
  const { id, format, page_count, progress } = book;
  const file = link(acquisitionRel, root + filePath(book), mediaTypeOf(format, book.filename), {
    // Unknown for a folder until its archive is generated.
    '@length': format === 'folder' ? undefined : book.file_size,
  });
  const epub = link(acquisitionRel, root + epubPath(book), 'application/epub+zip');
  const files = canDownload ? [file, ...(isDerived(format) ? [epub] : [])] : [];
  if (!canRead || !(await writing.hasPageImages(book))) return files;
  const pages = `${root}/books/${id}/pages/{pageNumber}?width={maxWidth}`;
  const read: XmlNode = progress
    ? { '@pse:lastRead': progress.current_page, '@pse:lastReadDate': progress.updated_at }
    : {};
  const stream = link('http://vaemendis.net/opds-pse/stream', pages, 'image/jpeg', {
    '@pse:count': page_count,
    ...read,
  });
  return [...files, stream];
};
