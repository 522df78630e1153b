import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { ScanRules } from '../../../shared/api/scan-rules.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { ForeignDatabaseError } from '../../lib/foreign-database/foreign-error.ts';
import type { EmbeddedMetadata } from '../../media/metadata.ts';
import { normalize } from '../../text/search-key.ts';
import type { KnownBook } from '../scan/file-matching.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import type { ScanReporter } from '../scan/scan-reporter.ts';
import type { SidecarFile } from '../scan/sidecar-files.ts';
import type { ScanStore } from '../scan/store.ts';
import type { Walk } from '../scan/walk.ts';
import { type BookFormats, endingOf, groupFormats } from './book-formats.ts';
import { type CalibreBook, readCalibreDatabase } from './calibre-database.ts';
import { calibreName } from './calibre-name.ts';
import type { CalibreChoices } from './custom-columns.ts';
import { createCoverPreserver } from './preserve-cover.ts';

/** The part of a calibre database that a scan uses. */
export interface CalibreScan {
  /** Calibre's metadata of a book; null if it does not know the file, or cannot be read. */
  metadataOf(path: string): Promise<EmbeddedMetadata | null>;
  /** The formats of books, by the path of the one that is read. */
  formats: ReadonlyMap<string, BookFormats>;
  /** Values of columns for series and people, if they have changed since the last scan. */
  choicesOf(path: string): CalibreChoices | null;
  /** For the next scan, which reads the database only if this has changed; null: read it again. */
  stamp(): string | null;
}

const notReadable =
  'The database of calibre cannot be read. Close calibre, check that Octavo can read its folder, and scan again.';

const statOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size}:${stats.mtimeMs}` : '';
};

/** An entry among the sidecars of a book that changes with its record in the database. */
const entryOf = ({ id, modifiedMs, metadata, choices }: CalibreBook): SidecarFile => ({
  name: calibreName,
  size: id,
  mtimeMs: modifiedMs,
  digest: digestOf([metadata, choices]),
});

const digestOf = (value: unknown): string =>
  createHash('sha1').update(JSON.stringify(value)).digest('base64url');

/** Before anything of the books changes, because their pages are read from the former files. */
const uploadCovers = async (
  formats: ReadonlyMap<string, BookFormats>,
  keep: (book: KnownBook, into: KnownBook) => Promise<void>,
): Promise<void> => {
  for (const [path, { book, former }] of formats) {
    if (!book) continue;
    if (endingOf(book.path) !== endingOf(path)) await keep(book, book);
    for (const other of former) await keep(other, book);
  }
};

/**
 * Adds what calibre says of each book to its sidecars. The database is read only if it has changed
 * since the last scan, or when a new file needs it; one that cannot be read is reported, and what is
 * known of the books stays.
 */
export const scanCalibre = async (
  {
    library,
    walked,
    known,
    only,
  }: {
    library: ScanLibrary;
    walked: Walk;
    known: readonly KnownBook[];
    /** Whether only some files were walked. */
    only: boolean;
  },
  { context, store, reporter }: { context: JobContext; store: ScanStore; reporter: ScanReporter },
): Promise<CalibreScan | null> => {
  if (!library.scan_rules.calibre) return null;
  const file = join(library.path, calibreName);
  const present = statOf(file);
  if (present === '') return null;
  const { calibre_columns: columns } = library.scan_rules;
  const stamp = `${present} ${statOf(`${file}-wal`)} ${digestOf(columns)}`;
  let hasFailed = false;
  let books: Promise<Map<string, CalibreBook> | null> | null = null;
  const load = () => {
    books ??= read(file, columns, context).catch((error: unknown) => {
      if (error instanceof CancelledError) throw error;
      hasFailed = true;
      // Whatever is wrong with it, the books can be scanned.
      const isKnown = error instanceof ForeignDatabaseError;
      reporter.error(calibreName, isKnown ? error.message : notReadable);
      return null;
    });
    return books;
  };
  const add = (path: string, entry: SidecarFile) => {
    walked.bookSidecars.set(path, [entry, ...(walked.bookSidecars.get(path) ?? [])]);
  };

  const isNew = library.calibre_stamp !== stamp || library.has_new_rules;
  const fresh = isNew ? await load() : null;
  const formats = groupFormats(library.path, walked, fresh, {
    known,
    only,
    stored: store.formats(library.pk),
    choices: store.formatChoices(library.pk),
    order: library.scan_rules.calibre_formats,
  });
  await uploadCovers(formats, createCoverPreserver(context, library.path));
  const former = new Map<string, SidecarFile>();
  const sidecars = store.sidecars(library.pk);
  const pathNow = new Map<number, string>();
  for (const [path, { book }] of formats) if (book) pathNow.set(book.pk, path);
  for (const { pk, path } of known) {
    const files = JSON.parse(sidecars.get(pk) ?? '[]') as SidecarFile[];
    const entry = files.find(({ name }) => name === calibreName);
    if (entry) former.set(pathNow.get(pk) ?? path, entry);
  }
  if (fresh === null) for (const [path, entry] of former) add(path, entry);
  else {
    for (const { path } of walked.files) {
      const book = fresh.get(normalize(path));
      if (book) add(path, entryOf(book));
    }
  }
  return {
    formats,
    metadataOf: async (path) => (await load())?.get(normalize(path))?.metadata ?? null,
    choicesOf: (path) => {
      const book = fresh?.get(normalize(path));
      const isSame = book !== undefined && former.get(path)?.digest === entryOf(book).digest;
      return book === undefined || isSame ? null : book.choices;
    },
    stamp: () => (hasFailed ? null : stamp),
  };
};

const read = async (
  file: string,
  columns: ScanRules['calibre_columns'],
  context: JobContext,
): Promise<Map<string, CalibreBook>> => {
  await mkdir(context.archivesDir, { recursive: true });
  const stop = new AbortController();
  const timer = setInterval(() => {
    if (context.cancelled()) stop.abort(new CancelledError());
  }, 200);
  try {
    const books = await readCalibreDatabase(file, {
      folder: context.archivesDir,
      columns,
      signal: stop.signal,
    });
    // A Mac writes decomposed names.
    return new Map([...books].map(([path, book]) => [normalize(path), book]));
  } finally {
    clearInterval(timer);
  }
};
