import type { FullBook } from '../../../shared/api/books.ts';
import {
  getManifest,
  getPositions,
  getResource,
  manifestType,
  positionsType,
  type PublicationLink,
  type PublicationManifest,
} from '../../../shared/api/epub.ts';
import { getBookFile, getBookThumbnail } from '../../../shared/api/books.ts';
import { getPage } from '../../../shared/api/pages.ts';
import { endpointUrl } from '../../../shared/client.ts';
import type { NavigationEntry, Publication, SpineItem } from '../../media/epub/publication.ts';
import { resourceKindOf, servedTypeOf } from '../../media/epub/resource-types.ts';
import { positionsOf, type StoredPage } from '../../media/stored-page.ts';
import type { StoredDirection } from './store.ts';

export interface ManifestParts {
  book: FullBook;
  pages: readonly StoredPage[];
  /** Null unless the book is an EPUB. */
  publication: Publication | null;
  direction: StoredDirection;
  /** For a PDF, whether it contains text; null if unknown. */
  isTextual: boolean | null;
  /** Describes a PDF as the images of its pages, for clients that only read those. */
  asImages?: boolean;
}

/** Paths under which the files of a book are served; filling in an address for each takes twice as long. */
const resourceUrls = (bookId: string): ((path: string) => string) => {
  const base = endpointUrl(getResource, { params: { id: bookId, path: '' } });
  return (path) => base + path.split('/').map(encodeURIComponent).join('/');
};

/** Removes fields that are null or an empty list. */
const known = <T extends object>(
  values: T,
): { [Key in keyof T]?: Exclude<T[Key], null> | undefined } =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]: [string, unknown]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined,
    ),
  ) as never;

const isText = (pages: readonly StoredPage[]): boolean => pages[0]?.source === 'text';

const profiles = {
  epub: 'https://readium.org/webpub-manifest/profiles/epub',
  divina: 'https://readium.org/webpub-manifest/profiles/divina',
  pdf: 'https://readium.org/webpub-manifest/profiles/pdf',
};

/** Readium's role names by ours. */
const roleNames = new Map(
  Object.entries({
    writer: 'author',
    translator: 'translator',
    editor: 'editor',
    penciller: 'penciler',
    inker: 'inker',
    colorist: 'colorist',
    letterer: 'letterer',
    narrator: 'narrator',
  }),
);

const contributors = ({ metadata }: FullBook) => {
  const byRole = Map.groupBy(metadata.authors, ({ role }) => roleNames.get(role) ?? 'contributor');
  return Object.fromEntries(
    [...byRole].map(([role, authors]) => [role, authors.map(({ name }) => ({ name }))]),
  );
};

/** The Readium metadata of a book, for its manifest and other descriptions. */
export const describeBook = (book: FullBook) => ({
  title: book.title,
  sortAs: book.title_sort,
  ...contributors(book),
  ...known({
    publisher: book.metadata.publisher,
    language: book.language,
    published: book.release_date,
    description: book.summary,
    subject: [...book.metadata.genres, ...book.metadata.tags],
  }),
  belongsTo: {
    series: { name: book.series_name, ...known({ position: book.number }) },
  },
});

const progressions = { ltr: 'ltr', rtl: 'rtl', vertical: 'ttb', webtoon: 'ttb' } as const;

const readingProgression = ({ pages, direction }: ManifestParts) =>
  // Only image books inherit the library's reading direction, because the direction of a text follows its
  // script.
  isText(pages)
    ? direction.own === null
      ? 'auto'
      : progressions[direction.own]
    : progressions[direction.inherited];

const metadataOf = (parts: ManifestParts): PublicationManifest['metadata'] => {
  const { book, pages, publication, direction } = parts;
  const isPdf = book.format === 'pdf' && !parts.asImages;
  const fixed = publication?.layout ?? 'fixed';
  const profile = isText(pages) ? 'epub' : isPdf ? 'pdf' : 'divina';
  return {
    '@type': isText(pages) ? 'http://schema.org/Book' : 'http://schema.org/ComicIssue',
    conformsTo: profiles[profile],
    identifier: uriOf(publication) ?? `urn:uuid:${book.id}`,
    ...describeBook(book),
    readingProgression: readingProgression(parts),
    numberOfPages: book.page_count,
    layout: !isText(pages) && direction.inherited === 'webtoon' ? 'scrolled' : fixed,
    ...(parts.isTextual === null
      ? {}
      : { accessibility: { accessMode: parts.isTextual ? ['textual', 'visual'] : ['visual'] } }),
    ...(publication
      ? {
          presentation: {
            layout: publication.layout,
            ...known({ spread: publication.spread, orientation: publication.orientation }),
          },
        }
      : {}),
  };
};

/** The book's identifier, if it is a URI as manifests require. */
const uriOf = (publication: Publication | null): string | null => {
  const identifier = publication?.identifier ?? '';
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(identifier) ? identifier : null;
};

const linksOf = ({ id }: FullBook): PublicationLink[] => {
  const params = { id };
  return [
    { rel: 'self', href: endpointUrl(getManifest, { params }), type: manifestType },
    {
      rel: 'http://readium.org/position-list',
      href: endpointUrl(getPositions, { params }),
      type: positionsType,
    },
    { rel: 'cover', href: endpointUrl(getBookThumbnail, { params }), type: 'image/jpeg' },
    { rel: 'alternate', href: endpointUrl(getBookFile, { params }) },
  ];
};

const navigation = (base: string, entries: readonly NavigationEntry[]): PublicationLink[] =>
  entries.map(({ title, href, children }) => ({
    // Stored hrefs are already encoded; a heading without a link keeps an empty href.
    href: href === null ? '' : `${base}${href}`,
    title,
    ...(children.length > 0 ? { children: navigation(base, children) } : {}),
  }));

/** The first table-of-contents title per path, percent-encoded. */
const titlesByPath = (entries: readonly NavigationEntry[]): Map<string, string> => {
  const titles = new Map<string, string>();
  const visit = ({ title, href, children }: NavigationEntry) => {
    const path = href?.split('#')[0] ?? '';
    if (title !== '' && !titles.has(path)) titles.set(path, title);
    children.forEach(visit);
  };
  entries.forEach(visit);
  return titles;
};

const texts = ({ book, pages, publication }: ManifestParts): PublicationLink[] => {
  const titles = titlesByPath(publication?.toc ?? []);
  const urlOf = resourceUrls(book.id);
  const base = urlOf('');
  const spine = new Map(publication?.spine.map((item): [string, SpineItem] => [item.path, item]));
  return pages.map((page) => {
    const href = urlOf(page.filename);
    const item = spine.get(page.filename);
    return {
      href,
      type: servedTypeOf(page.media_type),
      ...known({ title: titles.get(href.slice(base.length)) ?? null }),
      properties: {
        ...known({
          page: item?.page ?? null,
          layout: item?.layout ?? null,
          spread: item?.spread ?? null,
          characters: page.source === 'text' ? page.characters : null,
        }),
        numberOfPositions: positionsOf(page),
      },
    };
  });
};

const images = ({ book, pages }: ManifestParts): PublicationLink[] =>
  pages.map(({ media_type, width, height }, index) => ({
    href: endpointUrl(getPage, { params: { book_id: book.id, page_number: index + 1 } }),
    type: media_type,
    ...known({ width, height }),
  }));

/** One link per stored page. */
export const pageLinks = (parts: ManifestParts): PublicationLink[] =>
  isText(parts.pages) ? texts(parts) : images(parts);

const readingOrder = (parts: ManifestParts): PublicationLink[] => {
  if (parts.book.format !== 'pdf' || parts.asImages) return pageLinks(parts);
  const href = endpointUrl(getBookFile, { params: { id: parts.book.id } });
  return [{ href, type: 'application/pdf' }];
};

/** The Readium Web Publication Manifest of a book. */
export const manifestOf = (parts: ManifestParts): PublicationManifest => {
  const { book, publication } = parts;
  const order = readingOrder(parts);
  const read = new Set(order.map(({ href }) => href));
  const urlOf = resourceUrls(book.id);
  const base = urlOf('');
  const resources = (publication?.items ?? [])
    .filter(({ media_type }) => resourceKindOf(media_type) !== null)
    .map(({ path, media_type }) => ({
      href: urlOf(path),
      type: servedTypeOf(media_type),
      ...(path === publication?.cover ? { rel: 'cover' } : {}),
    }))
    .filter(({ href }) => !read.has(href));
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: metadataOf(parts),
    links: linksOf(book),
    readingOrder: order,
    resources,
    toc: navigation(base, publication?.toc ?? []),
    pageList: navigation(base, publication?.page_list ?? []),
    landmarks: navigation(base, publication?.landmarks ?? []),
  };
};
