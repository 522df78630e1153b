import { z } from 'zod';

/**
 * The requirements of the strictest client: all keys present, null only where allowed, closed
 * enumerations, 32-bit integers, its date format. Other clients require less.
 */
const int = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);
const dateTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
const date = z.iso.date().nullable();
const texts = z.array(z.string());
const lock = z.boolean();
const authors = z.array(z.object({ name: z.string(), role: z.string() }));
const links = z.array(z.object({ label: z.string(), url: z.string() }));

const sort = z.strictObject({ empty: z.boolean(), sorted: z.boolean(), unsorted: z.boolean() });

/** A page has exactly these eleven keys. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    content: z.array(item),
    pageable: z.strictObject({
      pageNumber: int,
      pageSize: int,
      offset: z.int(),
      paged: z.boolean(),
      unpaged: z.boolean(),
      sort,
    }),
    sort,
    totalElements: int,
    totalPages: int,
    number: int,
    size: int,
    numberOfElements: int,
    first: z.boolean(),
    last: z.boolean(),
    empty: z.boolean(),
  });

export const seriesShape = z.strictObject({
  id: z.string(),
  libraryId: z.string(),
  name: z.string(),
  url: z.string(),
  created: dateTime,
  lastModified: dateTime,
  fileLastModified: dateTime,
  booksCount: int,
  booksReadCount: int,
  booksUnreadCount: int,
  booksInProgressCount: int,
  deleted: z.boolean(),
  oneshot: z.boolean(),
  metadata: z.strictObject({
    status: z.enum(['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS']),
    statusLock: lock,
    title: z.string(),
    titleLock: lock,
    titleSort: z.string(),
    titleSortLock: lock,
    summary: z.string(),
    summaryLock: lock,
    readingDirection: z.enum(['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON', '']),
    readingDirectionLock: lock,
    publisher: z.string(),
    publisherLock: lock,
    ageRating: int.nullable(),
    ageRatingLock: lock,
    language: z.string(),
    languageLock: lock,
    genres: texts,
    genresLock: lock,
    tags: texts,
    tagsLock: lock,
    totalBookCount: int.nullable(),
    totalBookCountLock: lock,
    sharingLabels: texts,
    sharingLabelsLock: lock,
    links,
    linksLock: lock,
    alternateTitles: z.array(z.object({ label: z.string(), title: z.string() })),
    alternateTitlesLock: lock,
    created: dateTime,
    lastModified: dateTime,
  }),
  booksMetadata: z.strictObject({
    authors,
    tags: texts,
    releaseDate: date,
    summary: z.string(),
    summaryNumber: z.string(),
    created: dateTime,
    lastModified: dateTime,
  }),
});

export const bookShape = z.strictObject({
  id: z.string(),
  seriesId: z.string(),
  seriesTitle: z.string(),
  libraryId: z.string(),
  name: z.string(),
  url: z.string(),
  number: int,
  created: dateTime,
  lastModified: dateTime,
  fileLastModified: dateTime,
  sizeBytes: z.int(),
  size: z.string().regex(/^\d+ B$|^\d+\.\d [KMG]iB$/),
  media: z.strictObject({
    status: z.enum(['READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED']),
    mediaType: z.string(),
    mediaProfile: z.enum(['DIVINA', 'PDF', 'EPUB', '']),
    pagesCount: int,
    comment: z.string(),
    epubDivinaCompatible: z.boolean(),
    epubIsKepub: z.boolean(),
  }),
  metadata: z.strictObject({
    title: z.string(),
    titleLock: lock,
    summary: z.string(),
    summaryLock: lock,
    number: z.string(),
    numberLock: lock,
    numberSort: z.number(),
    numberSortLock: lock,
    releaseDate: date,
    releaseDateLock: lock,
    authors,
    authorsLock: lock,
    tags: texts,
    tagsLock: lock,
    isbn: z.string(),
    isbnLock: lock,
    links,
    linksLock: lock,
    created: dateTime,
    lastModified: dateTime,
  }),
  readProgress: z
    .strictObject({
      page: int,
      completed: z.boolean(),
      readDate: dateTime,
      created: dateTime,
      lastModified: dateTime,
      deviceId: z.string(),
      deviceName: z.string(),
    })
    .nullable(),
  deleted: z.boolean(),
  fileHash: z.string(),
  oneshot: z.boolean(),
});

export const libraryShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  root: z.string(),
  importComicInfoBook: z.boolean(),
  importComicInfoSeries: z.boolean(),
  importComicInfoCollection: z.boolean(),
  importComicInfoReadList: z.boolean(),
  importComicInfoSeriesAppendVolume: z.boolean(),
  importEpubBook: z.boolean(),
  importEpubSeries: z.boolean(),
  importMylarSeries: z.boolean(),
  importLocalArtwork: z.boolean(),
  importBarcodeIsbn: z.boolean(),
  scanForceModifiedTime: z.boolean(),
  scanInterval: z.enum(['DISABLED', 'HOURLY', 'EVERY_6H', 'EVERY_12H', 'DAILY', 'WEEKLY']),
  scanOnStartup: z.boolean(),
  scanCbx: z.boolean(),
  scanPdf: z.boolean(),
  scanEpub: z.boolean(),
  scanDirectoryExclusions: texts,
  repairExtensions: z.boolean(),
  convertToCbz: z.boolean(),
  emptyTrashAfterScan: z.boolean(),
  seriesCover: z.enum(['FIRST', 'FIRST_UNREAD_OR_FIRST', 'FIRST_UNREAD_OR_LAST', 'LAST']),
  hashFiles: z.boolean(),
  hashPages: z.boolean(),
  hashKoreader: z.boolean(),
  analyzeDimensions: z.boolean(),
  oneshotsDirectory: z.string().nullable(),
  unavailable: z.boolean(),
});

export const userShape = z.strictObject({
  id: z.string(),
  email: z.string().min(1),
  roles: texts,
  sharedAllLibraries: z.boolean(),
  sharedLibrariesIds: texts,
  labelsAllow: texts,
  labelsExclude: texts,
  ageRestriction: z
    .strictObject({ age: int, restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE']) })
    .nullable(),
});

export const apiKeyShape = z.strictObject({
  id: z.string(),
  userId: z.string(),
  key: z.string(),
  comment: z.string(),
  createdDate: dateTime,
  lastModifiedDate: dateTime,
});

export const activityShape = z.strictObject({
  userId: z.string().nullable(),
  email: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  apiKeyComment: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  success: z.boolean(),
  error: z.string().nullable(),
  dateTime,
  source: z.string().nullable(),
});
export const activityPage = pageOf(activityShape);

export const seriesPage = pageOf(seriesShape);
export const bookPage = pageOf(bookShape);
export const authorsShape = authors;
export const authorPage = pageOf(z.object({ name: z.string(), role: z.string() }));

export const collectionShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  ordered: z.boolean(),
  filtered: z.boolean(),
  seriesIds: z.array(z.string()),
  createdDate: dateTime,
  lastModifiedDate: dateTime,
});
export const readListShape = collectionShape
  .omit({ seriesIds: true })
  .extend({ summary: z.string(), bookIds: z.array(z.string()) });
