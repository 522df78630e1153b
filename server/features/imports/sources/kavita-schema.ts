import type { ForeignSchema } from '../../../lib/foreign-database/foreign-database.ts';

/** Columns that were added or renamed since Kavita 0.7. */
const cover = ['CoverImage', 'CoverImageLocked'];
const series = [
  ...cover,
  'NameLocked',
  'SortNameLocked',
  'LocalizedNameLocked',
  'FolderPath',
  'AppUserId',
];

/** Lock columns for creators of a series or chapter, with the number and the name of the locked role. */
export const kavitaRoles = {
  WriterLocked: [3, 'writer'],
  PencillerLocked: [4, 'penciller'],
  InkerLocked: [5, 'inker'],
  ColoristLocked: [6, 'colorist'],
  LettererLocked: [7, 'letterer'],
  CoverArtistLocked: [8, 'cover'],
  EditorLocked: [9, 'editor'],
  TranslatorLocked: [12, 'translator'],
} as const;

/** Numbers of roles that Octavo does not store as authors. */
export const kavitaNames = { publisher: 10, imprint: 13, character: 11, team: 14, location: 15 };

const roleLocks = [
  ...Object.keys(kavitaRoles),
  ...['PublisherLocked', 'ImprintLocked', 'CharacterLocked', 'TeamLocked', 'LocationLocked'],
];

export const chapterLocks = [
  ...['TitleNameLocked', 'SummaryLocked', 'ReleaseDateLocked', 'LanguageLocked', 'ISBNLocked'],
  ...['AgeRatingLocked', 'GenresLocked', 'TagsLocked', 'SortOrderLocked'],
  ...roleLocks,
];

export const seriesLocks = [
  ...['SummaryLocked', 'AgeRatingLocked', 'PublicationStatusLocked', 'LanguageLocked'],
  ...['GenresLocked', 'TagsLocked', 'ReleaseYearLocked'],
  ...roleLocks,
];

const dates = ['Created', 'LastModified', 'CreatedUtc', 'LastModifiedUtc'];

export const kavitaSchema: ForeignSchema = {
  tables: {
    __EFMigrationsHistory: ['MigrationId'],
    Library: ['Id', 'Name'],
    FolderPath: ['LibraryId', 'Path'],
    AspNetUsers: ['Id', 'UserName', 'Email'],
    AspNetRoles: ['Id', 'Name'],
    AspNetUserRoles: ['UserId', 'RoleId'],
    AppUserLibrary: ['AppUsersId', 'LibrariesId'],
    Series: ['Id', 'LibraryId', 'Name', 'SortName', 'LocalizedName'],
    SeriesMetadata: ['Id', 'SeriesId', 'Summary', 'AgeRating', 'PublicationStatus', 'Language'],
    Volume: ['Id', 'SeriesId', 'Name'],
    Chapter: ['Id', 'VolumeId', 'Range', 'Pages', 'IsSpecial', 'TitleName', 'Summary'],
    MangaFile: ['Id', 'ChapterId', 'FilePath', 'Pages', 'Bytes', 'Format'],
    AppUserProgresses: ['AppUserId', 'ChapterId', 'PagesRead', 'Created', 'LastModified'],
    AppUserRating: ['AppUserId', 'SeriesId', 'Rating', 'Review'],
    AppUserBookmark: ['Id', 'AppUserId', 'ChapterId', 'Page', 'Created'],
    ReadingList: ['Id', 'Title', 'Summary', 'Created'],
    ReadingListItem: ['ReadingListId', 'ChapterId', 'Order'],
    Genre: ['Id', 'Title'],
    GenreSeriesMetadata: ['GenresId', 'SeriesMetadatasId'],
    Tag: ['Id', 'Title'],
    SeriesMetadataTag: ['SeriesMetadatasId', 'TagsId'],
    Person: ['Id', 'Name'],
  },
  optional: {
    AspNetUsers: ['AgeRestriction', 'AgeRestrictionIncludeUnknowns'],
    Series: series,
    SeriesMetadata: ['ReleaseYear', ...seriesLocks],
    Volume: cover,
    Chapter: [
      ...cover,
      ...['Number', 'MinNumber', 'ReleaseDate', 'Language', 'ISBN', 'AgeRating'],
      ...chapterLocks,
    ],
    MangaFile: ['KoreaderHash'],
    AppUserProgresses: ['CreatedUtc', 'LastModifiedUtc'],
    AppUserRating: ['HasBeenRated'],
    AppUserBookmark: ['CreatedUtc'],
    AppUserChapterRating: ['AppUserId', 'ChapterId', 'Rating', 'HasBeenRated', 'Review'],
    AppUserWantToRead: ['AppUserId', 'SeriesId'],
    AppUserTableOfContent: ['Id', 'AppUserId', 'ChapterId', 'PageNumber', 'Title', ...dates],
    AppUserAnnotation: [
      ...['Id', 'AppUserId', 'ChapterId', 'PageNumber', 'SelectedText', 'CommentPlainText'],
      ...['Comment', ...dates],
    ],
    AppUserCollection: ['Id', 'Title', 'CreatedUtc'],
    AppUserCollectionSeries: ['CollectionsId', 'ItemsId'],
    CollectionTag: ['Id', 'Title'],
    CollectionTagSeriesMetadata: ['CollectionTagsId', 'SeriesMetadatasId'],
    SeriesMetadataPeople: ['SeriesMetadataId', 'PersonId', 'Role'],
    PersonSeriesMetadata: ['PeopleId', 'SeriesMetadatasId'],
    ChapterPeople: ['ChapterId', 'PersonId', 'Role'],
    ChapterGenre: ['ChaptersId', 'GenresId'],
    ChapterTag: ['ChaptersId', 'TagsId'],
    Person: ['Role'],
  },
};

/** Minimum ages by the number of Kavita's age rating, from 0; null for ratings that do not state an age. */
const ages = [null, null, 3, 0, 0, 10, 8, 6, 13, 15, 17, 17, 18, 18, 18];

export const ageOf = (rating: number | null): number | null =>
  rating === null ? null : (ages[rating] ?? null);

export const kavitaStatuses = ['ongoing', 'hiatus', 'ended', 'abandoned', 'ended'] as const;

/**
 * Files by chapter. Each file is a book in Octavo. `before` is the number of pages in the files before it.
 */
export type KavitaFiles = ReadonlyMap<
  string,
  { id: string; pages: number; before: number; isText: boolean }[]
>;
