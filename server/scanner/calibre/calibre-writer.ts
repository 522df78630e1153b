import type { KnownBook } from '../scan/file-matching.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import type { ScanStore } from '../scan/store.ts';
import type { WriteBatch } from '../scan/write-batch.ts';
import type { CalibreChoices } from './custom-columns.ts';
import type { FormatFile } from './format-store.ts';

interface CalibreWriterOptions {
  store: ScanStore;
  library: ScanLibrary;
  write: WriteBatch['write'];
  /** Marks a book as missing. Only inside a transaction. */
  leave: (book: KnownBook) => void;
}

/** The part of the scan's writer for libraries of calibre. */
export const createCalibreWriter = ({ store, library, write, leave }: CalibreWriterOptions) => ({
  /** Records the other formats of the book at a path; it takes over the books that these were. */
  formats: (path: string, files: readonly FormatFile[], former: readonly KnownBook[]) =>
    write(() => {
      const book = store.bookAt(library.pk, path);
      if (!book) return;
      store.putFormats(book.pk, files);
      for (const other of former) {
        if (other.pk === book.pk) continue;
        store.takeOver(other.pk, book);
        leave(other);
      }
    }),

  /** Takes over what calibre's columns say for the series and the reader of a book. */
  choices: (path: string, choices: CalibreChoices) =>
    write(() => {
      const book = store.bookAt(library.pk, path);
      if (!book) return;
      store.addLabels(book.series_pk, choices.labels);
      const { calibre_reader } = library.scan_rules;
      if (choices.is_read && calibre_reader !== null) {
        store.markRead(book.pk, { reader: calibre_reader, read_at: choices.read_at });
      }
    }),
});
