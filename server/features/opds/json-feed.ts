import { isDerived } from '../../../shared/api/book-record.ts';
import type { FullBook } from '../../../shared/api/books.ts';
import { mediaTypeOf } from '../books/service.ts';
import { describeBook } from '../epub/manifest.ts';
import {
  acquisitionRel,
  archiveTitle,
  archiveType,
  epubPath,
  filePath,
  feedPageLinks,
  feedUrl,
  progressionRel,
  progressionType,
  progressUrl,
  type OpdsFeed,
  type FeedPath,
  type RenderContext,
} from './feed.ts';

/** Below the root of OPDS 2.0: the public image for publications without a cover. */
export const placeholderPath = '/placeholder-cover.jpg';

export const jsonTypes = {
  feed: 'application/opds+json',
  publication: 'application/opds-publication+json',
  authentication: 'application/opds-authentication+json',
  progression: 'application/vnd.readium.progression+json',
};

/** The Readium manifest type: for image books, or for all others. */
export const manifestTypeOf = (book: FullBook, hasPageImages: boolean): string =>
  hasPageImages && book.format !== 'pdf' ? 'application/divina+json' : 'application/webpub+json';

interface Link {
  href: string;
  type: string;
  rel?: string;
  title?: string;
  templated?: boolean;
  properties?: object;
}

/** A link that requires authentication, with the document that describes it. */
const secured = (link: Link, { root }: RenderContext): Link => ({
  ...link,
  properties: {
    ...link.properties,
    authenticate: { href: `${root}/auth`, type: jsonTypes.authentication },
  },
});

const feedLink = (
  feedPath: FeedPath,
  writing: RenderContext,
  more: Omit<Link, 'href' | 'type'>,
): Link =>
  secured({ href: feedUrl(writing.root, feedPath), type: jsonTypes.feed, ...more }, writing);

/** Renders an OPDS 2.0 feed. */
export const writeFeed = async (feed: OpdsFeed, writing: RenderContext): Promise<object> => {
  const groups = (await feed.groups?.()) ?? [];
  const held = await contents(feed, writing);
  return {
    metadata: { title: feed.title, modified: writing.now, ...counts(feed) },
    links: [
      feedLink(feed.feedPath, writing, { rel: 'self' }),
      feedLink({ path: '/catalog' }, writing, { rel: 'start' }),
      ...(writing.canSearch
        ? [feedLink({ path: '/search{?query}' }, writing, { rel: 'search', templated: true })]
        : []),
      ...feedPageLinks(feed).map(({ rel, feedPath }) => feedLink(feedPath, writing, { rel })),
      ...(feed.archive === undefined || !writing.canDownload
        ? []
        : [
            secured(
              {
                rel: acquisitionRel,
                href: writing.root + feed.archive,
                type: archiveType,
                title: archiveTitle,
              },
              writing,
            ),
          ]),
    ],
    ...held,
    // A list must not be empty, and a feed needs at least one; only `groups` can be empty.
    ...(groups.length > 0 || Object.keys(held).length === 0
      ? { groups: await Promise.all(groups.map((group) => writeGroup(group, writing))) }
      : {}),
    ...(feed.facets.length > 0 ? { facets: writeFacets(feed, writing) } : {}),
  };
};

/** Renders one book, for its own document or a feed. */
export const writePublication = async (book: FullBook, writing: RenderContext): Promise<object> => {
  const { root, canRead, canDownload, canKeepProgress, coverUrl } = writing;
  const address = `${root}/books/${book.id}`;
  const link = (rel: string, href: string, type: string) => secured({ rel, href, type }, writing);
  const hasManifest = canRead && book.error === null;
  const hasPageImages = await writing.hasPageImages(book);
  const cover = await coverUrl(`/books/${book.id}`);
  const progress = progressUrl(book, writing);
  return {
    metadata: {
      '@type': hasPageImages ? 'http://schema.org/ComicIssue' : 'http://schema.org/Book',
      identifier: `urn:uuid:${book.id}`,
      ...describeBook(book),
      modified: book.modified_at,
      ...(book.page_count > 0 ? { numberOfPages: book.page_count } : {}),
    },
    links: [
      link('self', address, jsonTypes.publication),
      ...(canDownload
        ? [link(acquisitionRel, root + filePath(book), mediaTypeOf(book.format, book.filename))]
        : []),
      ...(canDownload && isDerived(book.format)
        ? [link(acquisitionRel, root + epubPath(book), 'application/epub+zip')]
        : []),
      ...(hasManifest
        ? [link('alternate', `${address}/manifest`, manifestTypeOf(book, hasPageImages))]
        : []),
      ...(hasManifest && canKeepProgress
        ? [
            link(
              'http://www.cantook.com/api/progression',
              `${address}/progression`,
              jsonTypes.progression,
            ),
          ]
        : []),
      ...(progress === null ? [] : [link(progressionRel, progress, progressionType)]),
    ],
    // OPDS requires an image for each publication.
    images: [
      cover === null
        ? { href: root + placeholderPath, type: 'image/jpeg' }
        : { href: cover, type: 'image/jpeg' },
    ],
  };
};

const counts = ({ paging }: OpdsFeed) =>
  paging
    ? { numberOfItems: paging.total, itemsPerPage: paging.pageSize, currentPage: paging.page }
    : {};

const contents = async ({ kind, entries, books }: OpdsFeed, writing: RenderContext) => {
  if (kind === 'navigation') {
    const navigation = entries.map(({ title, feedPath, count }) =>
      feedLink(feedPath, writing, { rel: 'subsection', title, ...countOf(count) }),
    );
    return navigation.length > 0 ? { navigation } : {};
  }
  const publications = await Promise.all(books.map((book) => writePublication(book, writing)));
  return publications.length > 0 ? { publications } : {};
};

const countOf = (count: number | null) =>
  count === null ? {} : { properties: { numberOfItems: count } };

/** Clients open the full list of a group by its link. */
const writeGroup = async (group: OpdsFeed, writing: RenderContext) => ({
  metadata: { title: group.title, numberOfItems: group.paging?.total },
  links: [feedLink(group.feedPath, writing, { rel: 'self' })],
  ...(await contents(group, writing)),
});

const writeFacets = ({ facets }: OpdsFeed, writing: RenderContext) =>
  facets.map((group) => ({
    metadata: { title: group.title },
    links: group.facets.map(({ title, feedPath, active, count }) =>
      feedLink(feedPath, writing, {
        rel: active ? 'self' : 'http://opds-spec.org/facet',
        title,
        ...countOf(count),
      }),
    ),
  }));
