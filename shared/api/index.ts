import type { Endpoint } from '../endpoint.ts';
import { annotationEndpoints } from './annotations.ts';
import * as apiKeys from './api-keys.ts';
import * as auth from './auth.ts';
import * as backups from './backups.ts';
import * as bookFeeds from './book-feeds.ts';
import * as bookMail from './book-mail.ts';
import * as books from './books.ts';
import * as collections from './collections.ts';
import { conversionEndpoints } from './conversions.ts';
import { coverUploadEndpoints } from './cover-uploads.ts';
import * as covers from './covers.ts';
import { creatorEndpoints } from './creators.ts';
import * as dataDirectory from './data-directory.ts';
import * as devices from './devices.ts';
import * as downloads from './downloads.ts';
import { duplicatesEndpoints } from './duplicates.ts';
import { uploadEndpoints } from './uploads.ts';
import * as edits from './edits.ts';
import * as epub from './epub.ts';
import * as events from './entity-events.ts';
import * as exports from './exports.ts';
import * as facets from './facets.ts';
import * as filesystem from './filesystem.ts';
import { followedSeriesEndpoints } from './followed-series.ts';
import * as folders from './folders.ts';
import { fontEndpoints } from './fonts.ts';
import { healthEndpoints } from './health.ts';
import * as libraries from './libraries.ts';
import * as libraryPreview from './library-preview.ts';
import { notificationEndpoints } from './notifications.ts';
import { importEndpoints } from './imports.ts';
import { takingInEndpoints } from './intake-folders.ts';
import { metadataWriteEndpoints } from './metadata-writes.ts';
import { ratingEndpoints } from './ratings.ts';
import * as myApps from './my-apps.ts';
import * as openedFiles from './opened-files.ts';
import * as organise from './organise.ts';
import * as pages from './pages.ts';
import { pairingEndpoints } from './pairing.ts';
import { preferenceEndpoints } from './preferences.ts';
import * as progressMarks from './progress-marks.ts';
import * as progress from './progress.ts';
import * as readingPlaces from './reading-places.ts';
import * as readLists from './read-lists.ts';
import { readingEndpoints } from './readings.ts';
import { reprocessEndpoints } from './reprocess.ts';
import * as releaseSources from './release-sources.ts';
import * as releases from './releases.ts';
import { scanReportEndpoints } from './scan-reports.ts';
import { scanEndpoints } from './scans.ts';
import * as series from './series.ts';
import * as settings from './settings.ts';
import * as setup from './setup.ts';
import * as sharing from './sharing.ts';
import { signInProvidersEndpoints } from './sign-in-providers.ts';
import { singleSignOnEndpoints } from './single-sign-on.ts';
import { signInEndpoints } from './sign-in-endpoints.ts';
import * as smartLists from './smart-lists.ts';
import * as system from './system.ts';
import { taskEndpoints } from './tasks.ts';
import { trashEndpoints } from './trash.ts';
import * as users from './users.ts';
import { volumeEndpoints } from './volumes.ts';
import * as wantToRead from './want-to-read.ts';

/** All endpoints of `/api/v1`, in the order of the documentation. */
export const endpoints: readonly Endpoint[] = [
  setup.getSetupStatus,
  setup.initializeSetup,
  auth.login,
  auth.redeemTicket,
  auth.register,
  auth.verifyEmail,
  auth.resendVerification,
  ...signInEndpoints.public,
  auth.logout,
  auth.getMe,
  auth.updateMe,
  ...singleSignOnEndpoints,
  ...signInEndpoints.ofCaller,
  myApps.updateMyApps,
  libraries.listLibraries,
  libraries.createLibrary,
  libraryPreview.previewLibrary,
  libraries.getLibrary,
  libraries.updateLibrary,
  libraries.deleteLibrary,
  libraries.getLibraryThumbnail,
  ...uploadEndpoints,
  folders.listFolders,
  folders.listBooksInFolder,
  organise.regroupLibrary,
  organise.organise,
  organise.listOrganiseChanges,
  organise.undoOrganiseChange,
  ...scanEndpoints,
  ...scanReportEndpoints,
  series.listSeries,
  series.listFullSeries,
  series.filterSeries,
  series.listSeriesIds,
  series.listSeriesLetters,
  series.searchSeries,
  facets.listSeriesFacets,
  series.listSeriesInProgress,
  series.listRecentlyAddedSeries,
  series.listRecentlyUpdatedSeries,
  exports.exportSeries,
  exports.exportFoundSeries,
  series.getSeries,
  edits.updateSeries,
  edits.getSeriesMetadata,
  edits.bulkEditSeries,
  series.listBooksOfSeries,
  downloads.getSeriesFile,
  series.getSeriesThumbnail,
  covers.getSeriesCover,
  covers.chooseSeriesCover,
  covers.uploadSeriesCover,
  covers.resetSeriesCover,
  series.analyzeSeries,
  series.markSeriesRead,
  series.markSeriesUnread,
  ...volumeEndpoints,
  books.listBooks,
  books.filterBooks,
  books.listBookIds,
  books.listBookLetters,
  facets.listBookFacets,
  ...creatorEndpoints,
  books.listBooksInProgress,
  books.listBooksOnDeck,
  books.listAddedDays,
  books.listRecentlyAddedBooks,
  books.listRecentlyReadBooks,
  exports.exportBooks,
  exports.exportFoundBooks,
  ...exports.dataExportEndpoints,
  books.getBook,
  edits.updateBook,
  edits.getBookMetadata,
  edits.bulkEditBooks,
  books.getBookThumbnail,
  covers.getBookCover,
  covers.chooseBookCover,
  covers.uploadBookCover,
  covers.resetBookCover,
  ...coverUploadEndpoints,
  books.getBookFile,
  books.analyzeBook,
  edits.listEdits,
  edits.undoEdit,
  ...reprocessEndpoints,
  collections.listCollections,
  collections.createCollection,
  collections.getCollection,
  collections.updateCollection,
  collections.deleteCollection,
  collections.getCollectionThumbnail,
  collections.chooseCollectionCover,
  collections.uploadCollectionCover,
  collections.resetCollectionCover,
  collections.listSeriesOfCollection,
  collections.addToCollection,
  collections.arrangeCollection,
  collections.removeFromCollection,
  readLists.listReadLists,
  readLists.createReadList,
  readLists.importReadList,
  readLists.getReadList,
  readLists.updateReadList,
  readLists.deleteReadList,
  readLists.getReadListThumbnail,
  readLists.chooseReadListCover,
  readLists.uploadReadListCover,
  readLists.resetReadListCover,
  readLists.exportReadList,
  downloads.getReadListFile,
  readLists.listBooksOfReadList,
  readLists.getReadListPlace,
  readLists.addToReadList,
  readLists.arrangeReadList,
  readLists.removeFromReadList,
  smartLists.listSmartLists,
  smartLists.createSmartList,
  smartLists.getSmartList,
  smartLists.replaceSmartList,
  smartLists.deleteSmartList,
  smartLists.listSeriesOfSmartList,
  smartLists.listBooksOfSmartList,
  wantToRead.listWanted,
  wantToRead.listWantedIds,
  wantToRead.addWanted,
  wantToRead.arrangeWanted,
  wantToRead.removeWanted,
  ...followedSeriesEndpoints,
  ...ratingEndpoints,
  ...metadataWriteEndpoints,
  ...notificationEndpoints,
  bookFeeds.getBookFeedLink,
  bookFeeds.resetBookFeedLink,
  bookMail.listReaderAddresses,
  bookMail.createReaderAddress,
  bookMail.deleteReaderAddress,
  bookMail.mailBook,
  bookMail.mailSeries,
  pages.listPages,
  pages.getPage,
  epub.getManifest,
  epub.getPositions,
  epub.getResource,
  epub.searchBook,
  progress.getProgress,
  progress.updateProgress,
  progress.deleteProgress,
  progress.listProgress,
  progress.listCurrentlyReading,
  progress.markBookRead,
  progress.markBookUnread,
  progressMarks.markMany,
  progressMarks.undoMarks,
  readingPlaces.listReadingPlaces,
  readingPlaces.restoreReadingPlace,
  readingPlaces.listPlaceQuestions,
  readingPlaces.answerPlaceQuestion,
  ...annotationEndpoints,
  ...fontEndpoints,
  ...readingEndpoints,
  users.listUsers,
  users.createUser,
  users.countVisibleSeries,
  users.getUser,
  users.updateUser,
  users.deleteUser,
  ...signInEndpoints.ofUsers,
  apiKeys.listApiKeys,
  apiKeys.createApiKey,
  apiKeys.getApiKey,
  apiKeys.updateApiKey,
  apiKeys.deleteApiKey,
  ...pairingEndpoints,
  devices.listDevices,
  devices.updateDevice,
  devices.deleteDevice,
  ...taskEndpoints,
  ...trashEndpoints,
  ...healthEndpoints,
  ...duplicatesEndpoints,
  ...conversionEndpoints,
  releases.listReleases,
  releases.recordRelease,
  releases.changeReleases,
  releases.changeRelease,
  releases.deleteRelease,
  releases.listReleasesOfSeries,
  releases.getTracking,
  releases.updateTracking,
  releaseSources.listReleaseSources,
  releaseSources.createReleaseSource,
  releaseSources.getReleaseSource,
  releaseSources.updateReleaseSource,
  releaseSources.deleteReleaseSource,
  releaseSources.pollReleaseSource,
  ...preferenceEndpoints,
  settings.listSettings,
  settings.updateSettings,
  settings.getSetting,
  settings.updateSetting,
  settings.resetSetting,
  settings.listSettingHistory,
  ...signInProvidersEndpoints,
  sharing.getSharing,
  sharing.updateSharing,
  sharing.testSharing,
  openedFiles.getOpenedFile,
  openedFiles.addOpenedFile,
  filesystem.browseFilesystem,
  filesystem.listDrives,
  backups.listBackups,
  backups.createBackup,
  backups.getBackupState,
  backups.uploadBackup,
  backups.cancelRestore,
  backups.getBackupFile,
  backups.deleteBackup,
  backups.restoreBackup,
  ...importEndpoints,
  ...takingInEndpoints,
  dataDirectory.getDataDirectory,
  dataDirectory.moveDataDirectory,
  dataDirectory.cancelDataMove,
  dataDirectory.restartForDataMove,
  dataDirectory.deletePreviousData,
  system.getHealth,
  system.getMetrics,
  system.getStartup,
  system.setPort,
  system.restartServer,
  events.streamEvents,
  events.streamLive,
];
