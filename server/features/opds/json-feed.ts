import type { FullBook } from '../../../shared/api/books.ts';
import { mediaTypes } from '../books/service.ts';
import { describeBook } from '../epub/manifest.ts';
import { filePlace, pageLinks, urlOf, type Feed, type Place, type Writing } from './feed.ts';

/** Below the root of OPDS 2.0: the image of a publication without a cover, for everybody. */
export const placeholderPath = '/placeholder-cover.jpg';

export const jsonTypes = {
  feed: 'application/opds+json',
  publication: 'application/opds-publication+json',
  authentication: 'application/opds-authentication+json',
  progression: 'application/vnd.readium.progression+json',
};

/** The Readium manifest of images, or of anything else. */
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

/** A link to what is only for those who signed in, with the document that says how to. */
const secured = (link: Link, { root }: Writing): Link => ({
  ...link,
  properties: {
    ...link.properties,
    authenticate: { href: `${root}/auth`, type: jsonTypes.authentication },
  },
});

const feedLink = (place: Place, writing: Writing, more: Omit<Link, 'href' | 'type'>): Link =>
  secured({ href: urlOf(writing.root, place), type: jsonTypes.feed, ...more }, writing);

/** OPDS Catalog 2.0. */
export const writeFeed = async (feed: Feed, writing: Writing): Promise<object> => {
  const groups = (await feed.groups?.()) ?? [];
  const held = await contents(feed, writing);
  return {
    metadata: { title: feed.title, modified: writing.now, ...counts(feed) },
    links: [
      feedLink(feed.place, writing, { rel: 'self' }),
      feedLink({ path: '/catalog' }, writing, { rel: 'start' }),
      ...(writing.maySearch
        ? [feedLink({ path: '/search{?query}' }, writing, { rel: 'search', templated: true })]
        : []),
      ...pageLinks(feed).map(({ rel, place }) => feedLink(place, writing, { rel })),
    ],
    ...held,
    // A list may not be empty, and a feed not without any; of these only groups may be none.
    ...(groups.length > 0 || Object.keys(held).length === 0
      ? { groups: await Promise.all(groups.map((group) => writeGroup(group, writing))) }
      : {}),
    ...(feed.facets.length > 0 ? { facets: writeFacets(feed, writing) } : {}),
  };
};

/** One book, alone or in a feed. */
export const writePublication = async (book: FullBook, writing: Writing): Promise<object> => {
  const { root, mayRead, mayKeepProgress, coverUrl } = writing;
  const place = `${root}/books/${book.id}`;
  const link = (rel: string, href: string, type: string) => secured({ rel, href, type }, writing);
  const hasManifest = mayRead && book.error === null;
  const hasPageImages = await writing.hasPageImages(book);
  const cover = await coverUrl(`/books/${book.id}`);
  return {
    metadata: {
      '@type': hasPageImages ? 'http://schema.org/ComicIssue' : 'http://schema.org/Book',
      identifier: `urn:uuid:${book.id}`,
      ...describeBook(book),
      modified: book.modified_at,
      ...(book.page_count > 0 ? { numberOfPages: book.page_count } : {}),
    },
    links: [
      link('self', place, jsonTypes.publication),
      link('http://opds-spec.org/acquisition', root + filePlace(book), mediaTypes[book.format]),
      ...(hasManifest
        ? [link('alternate', `${place}/manifest`, manifestTypeOf(book, hasPageImages))]
        : []),
      ...(hasManifest && mayKeepProgress
        ? [
            link(
              'http://www.cantook.com/api/progression',
              `${place}/progression`,
              jsonTypes.progression,
            ),
          ]
        : []),
    ],
    // A publication must have an image.
    images: [
      cover === null
        ? { href: root + placeholderPath, type: 'image/jpeg' }
        : { href: cover, type: 'image/jpeg' },
    ],
  };
};

const counts = ({ paging }: Feed) =>
  paging
    ? { numberOfItems: paging.total, itemsPerPage: paging.pageSize, currentPage: paging.page }
    : {};

const contents = async ({ kind, entries, books }: Feed, writing: Writing) => {
  if (kind === 'navigation') {
    const navigation = entries.map(({ title, place, count }) =>
      feedLink(place, writing, { rel: 'subsection', title, ...countOf(count) }),
    );
    return navigation.length > 0 ? { navigation } : {};
  }
  const publications = await Promise.all(books.map((book) => writePublication(book, writing)));
  return publications.length > 0 ? { publications } : {};
};

const countOf = (count: number | null) =>
  count === null ? {} : { properties: { numberOfItems: count } };

/** A program opens the whole of a group by its link. */
const writeGroup = async (group: Feed, writing: Writing) => ({
  metadata: { title: group.title, numberOfItems: group.paging?.total },
  links: [feedLink(group.place, writing, { rel: 'self' })],
  ...(await contents(group, writing)),
});

const writeFacets = ({ facets }: Feed, writing: Writing) =>
  facets.map((group) => ({
    metadata: { title: group.title },
    links: group.facets.map(({ title, place, active, count }) =>
      feedLink(place, writing, {
        rel: active ? 'self' : 'http://opds-spec.org/facet',
        title,
        ...countOf(count),
      }),
    ),
  }));
