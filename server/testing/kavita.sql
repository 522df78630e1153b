-- The tables of Kavita that are read, by its published schema (0.8.5), with some rows.
CREATE TABLE __EFMigrationsHistory (MigrationId TEXT PRIMARY KEY, ProductVersion TEXT NOT NULL);
INSERT INTO __EFMigrationsHistory VALUES ('20250328125012_AddedChapterLocks', '9.0.3');
CREATE TABLE Library (Id INTEGER PRIMARY KEY, Name TEXT, Type INTEGER NOT NULL DEFAULT 0);
INSERT INTO Library (Id, Name) VALUES (1, 'Comics'), (2, 'Books');
CREATE TABLE FolderPath (Id INTEGER PRIMARY KEY, LibraryId INTEGER NOT NULL, Path TEXT);
INSERT INTO FolderPath (LibraryId, Path) VALUES (1, '/manga/Comics'), (2, '/manga/Books');
CREATE TABLE AspNetUsers (Id INTEGER PRIMARY KEY, UserName TEXT, Email TEXT, AgeRestriction INTEGER NOT NULL,
  AgeRestrictionIncludeUnknowns INTEGER NOT NULL, PasswordHash TEXT, ApiKey TEXT);
INSERT INTO AspNetUsers VALUES (1, 'boss', 'boss@example.com', -1, 1, 'secret', 'secret'), (2, 'kid', NULL, 8, 0, 'secret', 'secret');
CREATE TABLE AspNetRoles (Id INTEGER PRIMARY KEY, Name TEXT);
INSERT INTO AspNetRoles VALUES (1, 'Admin'), (2, 'Pleb'), (3, 'Download');
CREATE TABLE AspNetUserRoles (UserId INTEGER NOT NULL, RoleId INTEGER NOT NULL);
INSERT INTO AspNetUserRoles VALUES (1, 1), (2, 2);
CREATE TABLE AppUserLibrary (AppUsersId INTEGER NOT NULL, LibrariesId INTEGER NOT NULL);
INSERT INTO AppUserLibrary VALUES (2, 1);
CREATE TABLE Series (Id INTEGER PRIMARY KEY, LibraryId INTEGER NOT NULL, Name TEXT, SortName TEXT, LocalizedName TEXT,
  OriginalName TEXT, FolderPath TEXT, SortNameLocked INTEGER NOT NULL DEFAULT 0, LocalizedNameLocked INTEGER NOT NULL DEFAULT 0,
  CoverImage TEXT, CoverImageLocked INTEGER NOT NULL DEFAULT 0);
INSERT INTO Series (Id, LibraryId, Name, SortName, LocalizedName, FolderPath) VALUES
  (1, 1, 'Pepper & Carrot', 'Pepper & Carrot', 'Pepper & Carrot', '/manga/Comics/Pepper & Carrot'),
  (2, 2, 'Moby-Dick', 'Moby-Dick', '', '/manga/Books/Herman Melville');
CREATE TABLE SeriesMetadata (Id INTEGER PRIMARY KEY, SeriesId INTEGER NOT NULL, Summary TEXT, AgeRating INTEGER DEFAULT 0,
  ReleaseYear INTEGER DEFAULT 0, Language TEXT, PublicationStatus INTEGER DEFAULT 0, SummaryLocked INTEGER DEFAULT 0,
  AgeRatingLocked INTEGER DEFAULT 0, PublicationStatusLocked INTEGER DEFAULT 0, LanguageLocked INTEGER DEFAULT 0,
  GenresLocked INTEGER DEFAULT 0, TagsLocked INTEGER DEFAULT 0, ReleaseYearLocked INTEGER DEFAULT 0,
  WriterLocked INTEGER DEFAULT 0, PublisherLocked INTEGER DEFAULT 0);
INSERT INTO SeriesMetadata (Id, SeriesId, Summary, Language, PublicationStatus, SummaryLocked, PublicationStatusLocked,
  GenresLocked, WriterLocked) VALUES (7, 1, 'A witch and a cat.', 'xx', 1, 1, 1, 1, 1), (8, 2, '', '', 0, 0, 0, 0, 0);
CREATE TABLE Genre (Id INTEGER PRIMARY KEY, Title TEXT);
INSERT INTO Genre VALUES (1, 'Comedy');
CREATE TABLE GenreSeriesMetadata (GenresId INTEGER NOT NULL, SeriesMetadatasId INTEGER NOT NULL);
INSERT INTO GenreSeriesMetadata VALUES (1, 7);
CREATE TABLE Tag (Id INTEGER PRIMARY KEY, Title TEXT);
CREATE TABLE SeriesMetadataTag (SeriesMetadatasId INTEGER NOT NULL, TagsId INTEGER NOT NULL);
CREATE TABLE Person (Id INTEGER PRIMARY KEY, Name TEXT);
INSERT INTO Person VALUES (1, 'David Revoy');
CREATE TABLE SeriesMetadataPeople (SeriesMetadataId INTEGER NOT NULL, PersonId INTEGER NOT NULL, Role INTEGER NOT NULL);
INSERT INTO SeriesMetadataPeople VALUES (7, 1, 3);
CREATE TABLE ChapterPeople (ChapterId INTEGER NOT NULL, PersonId INTEGER NOT NULL, Role INTEGER NOT NULL);
CREATE TABLE ChapterGenre (ChaptersId INTEGER NOT NULL, GenresId INTEGER NOT NULL);
CREATE TABLE ChapterTag (ChaptersId INTEGER NOT NULL, TagsId INTEGER NOT NULL);
CREATE TABLE Volume (Id INTEGER PRIMARY KEY, SeriesId INTEGER NOT NULL, Name TEXT, MinNumber REAL NOT NULL,
  CoverImage TEXT, CoverImageLocked INTEGER NOT NULL DEFAULT 0);
INSERT INTO Volume (Id, SeriesId, Name, MinNumber) VALUES (1, 1, '-100000', -100000), (2, 2, '-100000', -100000);
CREATE TABLE Chapter (Id INTEGER PRIMARY KEY, VolumeId INTEGER NOT NULL, Range TEXT, MinNumber REAL NOT NULL, Pages INTEGER NOT NULL,
  IsSpecial INTEGER NOT NULL DEFAULT 0, TitleName TEXT, Summary TEXT, ISBN TEXT DEFAULT '', ReleaseDate TEXT DEFAULT '0001-01-01 00:00:00',
  Language TEXT, AgeRating INTEGER DEFAULT 0, TitleNameLocked INTEGER DEFAULT 0, SummaryLocked INTEGER DEFAULT 0,
  WriterLocked INTEGER DEFAULT 0, CoverImage TEXT, CoverImageLocked INTEGER NOT NULL DEFAULT 0);
CREATE TRIGGER Rainbows AFTER INSERT ON Chapter WHEN new.Id = 2
  BEGIN UPDATE Chapter SET TitleName = 'Rainbows', TitleNameLocked = 1 WHERE Id = 2; END;
CREATE TABLE MangaFile (Id INTEGER PRIMARY KEY, ChapterId INTEGER NOT NULL, FilePath TEXT, Pages INTEGER NOT NULL,
  Bytes INTEGER NOT NULL, Format INTEGER NOT NULL);
CREATE TABLE AppUserProgresses (Id INTEGER PRIMARY KEY, AppUserId INTEGER NOT NULL, ChapterId INTEGER NOT NULL,
  PagesRead INTEGER NOT NULL, Created TEXT, LastModified TEXT, CreatedUtc TEXT, LastModifiedUtc TEXT, BookScrollId TEXT);
CREATE TABLE AppUserRating (Id INTEGER PRIMARY KEY, AppUserId INTEGER NOT NULL, SeriesId INTEGER NOT NULL, Rating REAL NOT NULL,
  HasBeenRated INTEGER NOT NULL, Review TEXT);
INSERT INTO AppUserRating VALUES (1, 1, 1, 3.5, 1, 'Good.'), (2, 2, 2, 0, 0, NULL);
CREATE TABLE AppUserBookmark (Id INTEGER PRIMARY KEY, AppUserId INTEGER NOT NULL, ChapterId INTEGER NOT NULL, Page INTEGER NOT NULL,
  Created TEXT, CreatedUtc TEXT);
CREATE TABLE AppUserWantToRead (Id INTEGER PRIMARY KEY, SeriesId INTEGER NOT NULL, AppUserId INTEGER NOT NULL);
INSERT INTO AppUserWantToRead VALUES (1, 1, 2);
CREATE TABLE AppUserCollection (Id INTEGER PRIMARY KEY, Title TEXT, CreatedUtc TEXT, AppUserId INTEGER NOT NULL);
INSERT INTO AppUserCollection VALUES (1, 'Cats', '2024-01-01 00:00:00', 1);
CREATE TABLE AppUserCollectionSeries (CollectionsId INTEGER NOT NULL, ItemsId INTEGER NOT NULL);
INSERT INTO AppUserCollectionSeries VALUES (1, 1);
CREATE TABLE ReadingList (Id INTEGER PRIMARY KEY, Title TEXT, Summary TEXT, Created TEXT);
INSERT INTO ReadingList VALUES (1, 'In order', 'First the last.', '2024-01-01 00:00:00');
CREATE TABLE ReadingListItem (Id INTEGER PRIMARY KEY, ReadingListId INTEGER NOT NULL, ChapterId INTEGER NOT NULL, "Order" INTEGER NOT NULL);
INSERT INTO ReadingListItem VALUES (1, 1, 1, 1), (2, 1, 3, 0);
