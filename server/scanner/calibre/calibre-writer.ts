import { join } from 'node:path';

import { isoNow } from '../../database/ids.ts';
import { documentHash } from '../analysis/document-hash.ts';
import type { KnownBook } from '../scan/file-matching.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import { adoptLocked } from '../scan/locked-fields.ts';
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
  /** Publishes that a book has changed. Only inside a transaction. */
  changed: (book: { id: string; series_pk: number }) => void;
}

/** The part of the scan's writer for libraries of calibre. */
export const createCalibreWriter = ({
  store,
  library,
  write,
  leave,
  changed,
}: CalibreWriterOptions) => ({
  /** Records the other formats of the book at a path; it takes over the books that these were. */
  formats: (path: string, files: readonly FormatFile[], former: readonly KnownBook[]) => {
    const identified = files.map((file) => {
      const document_hash =
        store.formatHash(library.pk, file) ?? documentHash(join(library.path, file.path));
      return { ...file, document_hash };
    });
    write(() => {
      const book = store.bookAt(library.pk, path);
      if (!book) return;
      const isOther = store.putFormats(book.pk, identified);
      const target = { pk: book.pk, library_pk: library.pk };
      const others = former.filter(({ pk }) => pk !== book.pk);
      for (const other of others) {
        takeOverEdits(store, { ...target, series_pk: book.series_pk }, other.pk);
        store.takeOver(other.pk, book);
        leave(other);
      }
      // The event of the file that is read can have been sent before.
      if (isOther || others.length > 0) changed(book);
    });
  },

  /** Applies calibre's columns for the series and the reader of a book. */
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

type Place = { pk: number; library_pk: number; series_pk: number };

/** Transfers what people edited in one book to another. */
const takeOverEdits = (store: ScanStore, target: Place, from: number): void => {
  const [own, other] = [store.storedBook(target.pk), store.storedBook(from)];
  const adopted = own && other && adoptLocked(own, other);
  if (!adopted) return;
  const { row, file_values, locked_fields } = adopted;
  store.updateBook(row, {
    ...target,
    file_values,
    same_content: 1,
    is_quiet: false,
    now: isoNow(),
  });
  store.lockFields(target.pk, locked_fields);
};
