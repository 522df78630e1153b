import type { Endpoint } from '../../endpoint.ts';
import { bookFormatEndpoints } from '../book-formats.ts';
import * as books from '../books.ts';
import { coverUploadEndpoints } from '../cover-uploads.ts';
import * as covers from '../covers.ts';
import { creatorEndpoints } from '../creators.ts';
import * as downloads from '../downloads.ts';
import * as edits from '../edits.ts';
import * as exports from '../exports.ts';
import * as facets from '../facets.ts';
import * as folders from '../folders.ts';
import * as libraries from '../libraries.ts';
import { libraryPreviewEndpoints } from '../library-preview.ts';
import * as organise from '../organise.ts';
import { reprocessEndpoints } from '../reprocess.ts';
import { scanReportEndpoints } from '../scan-reports.ts';
import { scanEndpoints } from '../scans.ts';
import * as series from '../series.ts';
import { uploadEndpoints } from '../uploads.ts';
import { volumeEndpoints } from '../volumes.ts';

/** Libraries, their series, books and files. */
export const libraryArea: readonly Endpoint[] = [
  libraries.listLibraries,
  libraries.createLibrary,
  ...libraryPreviewEndpoints,
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
  series.listCompactBooks,
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
  ...bookFormatEndpoints,
  books.analyzeBook,
  edits.listEdits,
  edits.undoEdit,
  ...reprocessEndpoints,
];
