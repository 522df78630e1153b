import type { FullBook } from '../../../shared/api/books.ts';
import { mediaTypes } from '../books/service.ts';
import { describeBook } from '../epub/manifest.ts';
import {
  filePlace,
  hasPageImages,
  pageLinks,
  urlOf,
  type Entry,
  type Feed,
  type Writing,
} from './feed.ts';

export const jsonTypes = {
  feed: 'application/opds+json',
  publication: 'application/opds-publication+json',
  authentication: 'application/opds-authentication+json',
  progression: 'application/vnd.readium.progression+json',
};

/** The Readium manifest of images, or of anything else. */
export const manifestTypeOf = (book: FullBook): string =>
  hasPageImages(book) && book.format !== 'pdf'
    ? 'application/divina+json'
    : 'application/webpub+json';

/** OPDS Catalog 2.0. */
export const writeFeed = async (feed: Feed, writing: Writing): Promise<object> => {
  const { root, now } = writing;
  const groups = (await feed.groups?.()) ?? [];
  const held = contents(feed, writing);
  return {
    metadata: { title: feed.title, modified: now, ...counts(feed) },
    links: [
      { rel: 'self', href: urlOf(root, feed.place), type: jsonTypes.feed },
      { rel: 'start', href: `${root}/catalog`, type: jsonTypes.feed },
      { rel: 'search', href: `${root}/search{?query}`, type: jsonTypes.feed, templated: true },
      ...pageLinks(feed).map(({ rel, place }) => ({
        rel,
        href: urlOf(root, place),
        type: jsonTypes.feed,
      })),
    ],
    ...held,
    // A list may not be empty, and a feed not without any; of these only groups may be none.
    ...(groups.length > 0 || Object.keys(held).length === 0
      ? { groups: groups.map((group) => writeGroup(group, writing)) }
      : {}),
    ...(feed.facets.length > 0 ? { facets: writeFacets(feed, root) } : {}),
  };
};

/** One book, alone or in a feed. */
export const writePublication = (book: FullBook, writing: Writing): object => {
  const { root, mayRead, mayWriteProgress, coverUrl } = writing;
  const place = `${root}/books/${book.id}`;
  const manifest = { href: `${place}/manifest`, type: manifestTypeOf(book) };
  const hasManifest = mayRead && book.error === null;
  return {
    metadata: {
      '@type': hasPageImages(book) ? 'http://schema.org/ComicIssue' : 'http://schema.org/Book',
      identifier: `urn:uuid:${book.id}`,
      ...describeBook(book),
      modified: book.modified_at,
      ...(book.page_count > 0 ? { numberOfPages: book.page_count } : {}),
    },
    links: [
      { rel: 'self', href: place, type: jsonTypes.publication },
      {
        rel: 'http://opds-spec.org/acquisition',
        href: root + filePlace(book),
        type: mediaTypes[book.format],
      },
      ...(hasManifest ? [{ rel: 'alternate', ...manifest }] : []),
      ...(hasManifest && mayWriteProgress
        ? [
            {
              rel: 'http://www.cantook.com/api/progression',
              href: `${place}/progression`,
              type: jsonTypes.progression,
            },
          ]
        : []),
    ],
    images: [{ href: coverUrl(`/books/${book.id}`), type: 'image/jpeg' }],
  };
};

/** How to sign in, for programs that ask: `origin` is the address by which they know the server. */
export const authenticationDocument = (origin: string): object => ({
  id: `${origin}/opds/v2/auth`,
  title: 'Octavo',
  description: 'Sign in with your account on this server.',
  links: [{ rel: 'start', href: `${origin}/opds/v2/catalog`, type: jsonTypes.feed }],
  authentication: [
    {
      type: 'http://opds-spec.org/auth/basic',
      labels: { login: 'User name', password: 'Password or API key' },
    },
  ],
});

const counts = ({ paging }: Feed) =>
  paging
    ? { numberOfItems: paging.total, itemsPerPage: paging.pageSize, currentPage: paging.page }
    : {};

const contents = ({ kind, entries, books }: Feed, writing: Writing) => {
  if (kind === 'navigation') {
    const navigation = entries.map((entry) => navigationLink(entry, writing));
    return navigation.length > 0 ? { navigation } : {};
  }
  const publications = books.map((book) => writePublication(book, writing));
  return publications.length > 0 ? { publications } : {};
};

const navigationLink = ({ title, place, count }: Entry, { root }: Writing) => ({
  rel: 'subsection',
  href: urlOf(root, place),
  type: jsonTypes.feed,
  title,
  ...(count === null ? {} : { properties: { numberOfItems: count } }),
});

/** A program opens the whole of a group by its link. */
const writeGroup = (group: Feed, writing: Writing) => ({
  metadata: { title: group.title, numberOfItems: group.paging?.total },
  links: [{ rel: 'self', href: urlOf(writing.root, group.place), type: jsonTypes.feed }],
  ...contents(group, writing),
});

const writeFacets = ({ facets }: Feed, root: string) =>
  facets.map((group) => ({
    metadata: { title: group.title },
    links: group.facets.map(({ title, place, active, count }) => ({
      rel: active ? 'self' : 'http://opds-spec.org/facet',
      href: urlOf(root, place),
      type: jsonTypes.feed,
      title,
      ...(count === null ? {} : { properties: { numberOfItems: count } }),
    })),
  }));
