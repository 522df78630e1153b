import type { Endpoint } from '../../endpoint.ts';
import { annotationEndpoints } from '../annotations.ts';
import * as epub from '../epub.ts';
import { fontEndpoints } from '../fonts.ts';
import * as pages from '../pages.ts';
import * as progressMarks from '../progress-marks.ts';
import * as progress from '../progress.ts';
import * as readingPlaces from '../reading-places.ts';
import { readingEndpoints } from '../readings.ts';

/** Pages and texts of books, progress and annotations. */
export const readingArea: readonly Endpoint[] = [
  pages.listPages,
  pages.getPage,
  pages.getPageText,
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
];
