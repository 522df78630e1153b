import { hash } from 'node:crypto';

import { wholeSeconds } from '../progress/instants.ts';
import type { BookWithMetadata } from '../books/service.ts';
import type { BookVersions, KoboList } from './types.ts';

/** Stands for every category; the device shows none. */
const anyCategory = '00000000-0000-0000-0000-000000000001';

/** Times have no fraction, because not every firmware reads one. */
export const koboTime = (iso: string): string => wholeSeconds(new Date(iso).toISOString());

/** The id of the content of a book: it changes when its file is replaced, and only then. */
export const revisionOf = ({ book_id, content }: Pick<BookVersions, 'book_id' | 'content'>) =>
  hash('sha256', `${book_id} ${content}`).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    '$1-$2-8$3-8$4-$5',
  );

/** The id of a cover, beginning with that of its book; it changes with the image. */
export const coverIdOf = (bookId: string, etag: string): string =>
  `${bookId}-${hash('sha256', etag).slice(0, 8)}`;

export const bookOfCover = (imageId: string): string => imageId.slice(0, 36);

export interface MetadataInput {
  book: BookWithMetadata;
  versions: Pick<BookVersions, 'book_id' | 'content'>;
  /** Null for a book without a cover. */
  coverId: string | null;
  isFixedLayout: boolean;
  /** Bytes of the file. */
  size: number;
  /** Address of the file. */
  url: string;
}

/** `BookMetadata` of the device. */
export const metadataOf = (input: MetadataInput) => {
  const { book, versions, coverId, isFixedLayout, size, url } = input;
  const revision = revisionOf(versions);
  const { publisher } = book.metadata;
  return {
    ...idsOf(book.id, revision),
    EntitlementId: book.id,
    WorkId: book.id,
    Title: book.title,
    ...(book.summary && { Description: book.summary }),
    Contributors: book.writers,
    ContributorRoles: book.writers.map((Name) => ({ Name, Role: 'Author' })),
    ...(publisher && { Publisher: { Imprint: '', Name: publisher } }),
    ...(book.release_date && { PublicationDate: `${book.release_date.slice(0, 10)}T00:00:00Z` }),
    Language: book.language?.slice(0, 2) ?? 'en',
    Series: {
      Id: book.series_id,
      Name: book.series_name,
      ...(book.number !== null && { Number: String(book.number), NumberFloat: book.number }),
    },
    ...(coverId !== null && { CoverImageId: coverId }),
    DownloadUrls: formatsOf(book.filename, isFixedLayout).map((Format) => ({
      Format,
      Size: size,
      Url: url,
      Platform: 'Generic',
      DrmType: 'None',
    })),
    ...shopFields,
  };
};

/**
 * The format decides which viewer a device uses: that for full pages, that for books with the spans of Kobo, or
 * that for all others.
 */
const formatsOf = (filename: string, isFixedLayout: boolean): string[] => {
  if (isFixedLayout) return ['EPUB3FL'];
  return /\.kepub\.epub$/i.test(filename) ? ['KEPUB'] : ['EPUB3', 'EPUB'];
};

/** Fields of the shop, without which a device refuses a book. */
const shopFields = {
  Categories: [anyCategory],
  Genre: anyCategory,
  CurrentDisplayPrice: { CurrencyCode: 'USD', TotalAmount: 0 },
  CurrentLoveDisplayPrice: { TotalAmount: 0 },
  ExternalIds: [],
  IsEligibleForKoboLove: false,
  IsInternetArchive: false,
  IsPreOrder: false,
  IsSocialEnabled: true,
  PhoneticPronunciations: {},
};

const idsOf = (bookId: string, revision: string) => ({
  CrossRevisionId: bookId,
  RevisionId: revision,
});

/** `BookEntitlement` of the device: its claim on a book. */
export const entitlementOf = (
  versions: Pick<BookVersions, 'book_id' | 'content'>,
  { created, modified, isRemoved }: { created: string; modified: string; isRemoved: boolean },
) => ({
  ...idsOf(versions.book_id, revisionOf(versions)),
  Id: versions.book_id,
  Accessibility: 'Full',
  ActivePeriod: { From: koboTime(created) },
  Created: koboTime(created),
  LastModified: koboTime(modified),
  IsHiddenFromArchive: false,
  IsLocked: false,
  IsRemoved: isRemoved,
  OriginCategory: 'Imported',
  Status: 'Active',
});

/** Removes a book from the device. Contains only its ids, because its person may no longer see its details. */
export const removedEntry = (versions: Pick<BookVersions, 'book_id' | 'content'>, now: string) => ({
  ChangedEntitlement: {
    BookEntitlement: entitlementOf(versions, { created: now, modified: now, isRemoved: true }),
    BookMetadata: {
      ...idsOf(versions.book_id, revisionOf(versions)),
      EntitlementId: versions.book_id,
      WorkId: versions.book_id,
      Title: versions.book_id,
      ...shopFields,
    },
  },
});

/** A reading list or collection, which the device shows as a collection. */
export const tagOf = ({ id, name, books }: KoboList, now: string) => ({
  Id: id,
  Name: name,
  Type: 'UserTag',
  Created: koboTime(now),
  LastModified: koboTime(now),
  Items: books.map((versions) => ({
    RevisionId: revisionOf(versions),
    Type: 'ProductRevisionTagItem',
  })),
});

/** Changes with what `tagOf` returns, except for the time. */
export const versionOfList = ({ name, books }: KoboList): string =>
  hash('sha256', JSON.stringify([name, books.map(revisionOf)])).slice(0, 16);
