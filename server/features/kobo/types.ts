import type { KoboChoice } from '../../../shared/api/kobo.ts';

/** A connected Kobo. */
export interface KoboDevice {
  pk: number;
  id: string;
  choice: KoboChoice;
  /** Number of the last answer to a sync that contained changes. */
  answer: number;
}

/** Versions of a book that a device synchronises, for comparison with what it received. */
export interface BookVersions {
  book_id: string;
  /** Changes with the content of the file. */
  content: string;
  /** Changes with the metadata and the cover. */
  details: string;
  /** The progress of its person; empty if the book was not started. */
  place: string;
}

/** Something about a book that a device does not know yet. */
export interface PendingBook extends BookVersions {
  /** A book whose file was replaced is removed first, and new in the next answer. */
  change: 'new' | 'removed' | 'replaced' | 'details' | 'place' | 'details and place';
}

/** A reading list or collection on the device. */
export interface KoboList {
  id: string;
  name: string;
  /** Books that the device is sent, in order. */
  books: Pick<BookVersions, 'book_id' | 'content'>[];
}
