import type { Endpoint } from '../endpoint.ts';
import * as apiKeys from './api-keys.ts';
import * as auth from './auth.ts';
import * as books from './books.ts';
import * as duplicates from './duplicates.ts';
import * as epub from './epub.ts';
import * as events from './entity-events.ts';
import * as filesystem from './filesystem.ts';
import * as libraries from './libraries.ts';
import * as pages from './pages.ts';
import * as preferences from './preferences.ts';
import * as progress from './progress.ts';
import * as readingStats from './reading-stats.ts';
import * as releaseSources from './release-sources.ts';
import * as releases from './releases.ts';
import * as scans from './scans.ts';
import * as series from './series.ts';
import * as settings from './settings.ts';
import * as setup from './setup.ts';
import * as sharing from './sharing.ts';
import * as system from './system.ts';
import * as tasks from './tasks.ts';
import * as users from './users.ts';

/** Every endpoint of `/api/v1`, in the order of the documentation. */
export const endpoints: readonly Endpoint[] = [
  setup.getSetupStatus,
  setup.initializeSetup,
  auth.login,
  auth.redeemTicket,
  auth.register,
  auth.verifyEmail,
  auth.resendVerification,
  auth.logout,
  auth.getMe,
  auth.updateMe,
  libraries.listLibraries,
  libraries.createLibrary,
  libraries.getLibrary,
  libraries.updateLibrary,
  libraries.deleteLibrary,
  libraries.getLibraryThumbnail,
  scans.startScan,
  scans.getScanStatus,
  scans.cancelScan,
  scans.listActiveScans,
  scans.streamScans,
  series.listSeries,
  series.listFullSeries,
  series.filterSeries,
  series.searchSeries,
  series.listSeriesInProgress,
  series.listRecentlyAddedSeries,
  series.listRecentlyUpdatedSeries,
  series.getSeries,
  series.listBooksOfSeries,
  series.getSeriesThumbnail,
  series.analyzeSeries,
  series.markSeriesRead,
  series.markSeriesUnread,
  books.listBooks,
  books.filterBooks,
  books.listBooksInProgress,
  books.listBooksOnDeck,
  books.listRecentlyAddedBooks,
  books.listRecentlyReadBooks,
  books.getBook,
  books.getBookThumbnail,
  books.getBookFile,
  books.analyzeBook,
  pages.listPages,
  pages.getPage,
  epub.getManifest,
  epub.getPositions,
  epub.getResource,
  progress.getProgress,
  progress.updateProgress,
  progress.deleteProgress,
  progress.listProgress,
  progress.listCurrentlyReading,
  progress.markBookRead,
  progress.markBookUnread,
  readingStats.getReadingStats,
  users.listUsers,
  users.createUser,
  users.getUser,
  users.updateUser,
  users.deleteUser,
  apiKeys.listApiKeys,
  apiKeys.createApiKey,
  apiKeys.getApiKey,
  apiKeys.updateApiKey,
  apiKeys.deleteApiKey,
  tasks.listTasks,
  tasks.getTaskStats,
  tasks.streamTasks,
  tasks.getTask,
  tasks.cancelTask,
  duplicates.listDuplicates,
  duplicates.findDuplicates,
  duplicates.dismissDuplicates,
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
  preferences.listPreferences,
  preferences.setPreference,
  preferences.resetPreference,
  settings.listSettings,
  settings.updateSettings,
  settings.getSetting,
  settings.updateSetting,
  settings.resetSetting,
  settings.listSettingHistory,
  sharing.getSharing,
  sharing.updateSharing,
  filesystem.browseFilesystem,
  filesystem.listDrives,
  system.getHealth,
  system.getMetrics,
  events.streamEvents,
];
