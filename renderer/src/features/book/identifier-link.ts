import type { BookMetadata } from '../../../../shared/api/books.ts';

type Identifier = BookMetadata['identifiers'][number];

/** Where catalogues and shops show a book. */
const sites: Readonly<Record<string, { label: string; url: (value: string) => string }>> = {
  amazon: { label: 'Amazon', url: (value) => `https://www.amazon.com/dp/${value}` },
  asin: { label: 'Amazon', url: (value) => `https://www.amazon.com/dp/${value}` },
  'mobi-asin': { label: 'Amazon', url: (value) => `https://www.amazon.com/dp/${value}` },
  goodreads: { label: 'Goodreads', url: (value) => `https://www.goodreads.com/book/show/${value}` },
  google: { label: 'Google Books', url: (value) => `https://books.google.com/books?id=${value}` },
  gutenberg: {
    label: 'Project Gutenberg',
    url: (value) => `https://www.gutenberg.org/ebooks/${value}`,
  },
  doi: { label: 'DOI', url: (value) => `https://doi.org/${value}` },
  openlibrary: { label: 'Open Library', url: (value) => `https://openlibrary.org/books/${value}` },
  librarything: {
    label: 'LibraryThing',
    url: (value) => `https://www.librarything.com/work/${value}`,
  },
  isfdb: { label: 'ISFDB', url: (value) => `https://www.isfdb.org/cgi-bin/pl.cgi?${value}` },
  comicvine: {
    label: 'Comic Vine',
    url: (value) => `https://comicvine.gamespot.com/issue/${value}/`,
  },
};

const storeUrls: Readonly<Record<string, string>> = {
  amazon_de: 'de',
  amazon_fr: 'fr',
  amazon_it: 'it',
  amazon_es: 'es',
  amazon_nl: 'nl',
  amazon_uk: 'co.uk',
  amazon_jp: 'co.jp',
  amazon_ca: 'ca',
};

/** A link to the book; null for an identifier without a known place. */
export const identifierLink = ({
  type,
  value,
}: Identifier): { label: string; url: string } | null => {
  const id = encodeURIComponent(value).replaceAll('%2F', '/');
  const shop = Object.hasOwn(storeUrls, type) ? storeUrls[type] : undefined;
  if (shop !== undefined)
    return { label: `Amazon.${shop}`, url: `https://www.amazon.${shop}/dp/${id}` };
  const site = Object.hasOwn(sites, type) ? sites[type] : undefined;
  return site ? { label: site.label, url: site.url(id) } : null;
};
