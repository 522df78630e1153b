import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

import { bookFormats } from '../../../shared/api/book-record.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { JobError } from '../../jobs/jobs.ts';
import { fromSystemError, isSystemError, MediaError } from '../../media/media-error.ts';
import { isPathWithin } from '../scan/folder-overlap.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import { createScanStore } from '../scan/store.ts';
import { selectFiles } from '../scan/file-list.ts';
import type { WalkedFile } from '../scan/walked-file.ts';
import { type Walk, walk } from '../scan/walk.ts';
import type { IntakeJobStore, IntakeRow, NewIntakeFile } from './intake-store.ts';
import { createProposals, type Proposals } from './propose.ts';
import { type Download } from './download.ts';
import { readDownload } from './read-download.ts';
import { createSeriesIndex, type SeriesIndex } from './series-index.ts';

/** A file modified within this time may be incomplete, ms. */
const defaultQuietMs = 5000;
const minute = 60_000;
/** Rows written in one transaction. */
const batchSize = 50;

const unusable = {
  folder: 'A folder of pictures is not added. Pack it into a ZIP archive first.',
  link: 'It is reached through a link, so it is left alone.',
  incomplete: 'The file is still being written. Look through the folder again later.',
};

const listFolder = (path: string, cancelled: () => boolean): Walk => {
  try {
    return walk(path, { withSidecars: false, formats: bookFormats, cancelled });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new JobError(
      `The folder "${path}" cannot be read. Connect its drive, or give the user account of Octavo read access.`,
    );
  }
};

/** Skips links, because they can point to files of other programs or into the library. */
const isReal = (root: string, path: string): boolean => {
  try {
    return realpathSync(join(root, path)) === join(root, path);
  } catch {
    return false;
  }
};

const withoutContent = ({ path, size, mtimeMs }: WalkedFile, error: string): Download => ({
  ...{ path, file_size: size, file_modified_ms: mtimeMs, error },
  ...{ format: 'cbz', fingerprint: null, page_count: 0, width: null, height: null },
  ...{ number: null, volume: null, chapter: null },
  details: { title: null, year: null, publisher: null, language: null },
  named: { metadata: null, file_name: null, year: null },
});

/** Finds the series of a file by content, metadata, then name, and proposes an action. */
const match = (
  { named, ...download }: Download,
  { intake, index, proposals }: { intake: IntakeRow; index: SeriesIndex; proposals: Proposals },
): NewIntakeFile => {
  const same = download.error === null ? proposals.sameContent(download) : undefined;
  const year = named.year ?? download.details.year;
  const find = (name: string | null) => (name === null ? null : index.find(name, year));
  const byMetadata = find(named.metadata);
  const byName = byMetadata ?? find(named.file_name);
  const ofSame = same?.library_pk === intake.library_pk ? same.series_pk : null;
  const series_pk = ofSame ?? byName;
  const basis = same
    ? 'content'
    : byMetadata !== null
      ? 'metadata'
      : byName !== null
        ? 'name'
        : null;
  const matched = { ...download, series_pk, series_name: named.metadata ?? named.file_name };
  const proposal = proposals.propose(intake.pattern, matched);
  const is_confident =
    basis !== null && download.error === null && (download.number !== null || same !== undefined);
  return { ...matched, ...proposal, basis, is_confident };
};

/** Of several files with the same target name, keeps the one with the most pages. */
const skipTwins = (store: IntakeJobStore, intakePk: number): void => {
  const byTarget = Map.groupBy(store.targets(intakePk), ({ target }) =>
    target
      .normalize('NFC')
      .toLowerCase()
      .replace(/\.[^.]*$/, ''),
  );
  for (const twins of byTarget.values()) {
    const [, ...others] = twins.sort(
      (a, b) => b.page_count - a.page_count || b.file_size - a.file_size || a.pk - b.pk,
    );
    for (const { pk } of others) store.skip(pk);
  }
};

/**
 * Analyses an intake folder: opens each file, matches it to a series of the library, compares it with
 * the present book, and writes a report. A run by rule skips incomplete files and those of earlier
 * reports.
 */
export const inspectIntakeFolder = async (
  intake: IntakeRow,
  store: IntakeJobStore,
  context: JobContext,
  quietMs = defaultQuietMs,
): Promise<number> => {
  const library: ScanLibrary | undefined = createScanStore(context.database).library(
    intake.library_id,
  );
  if (!library) throw new JobError('The library was deleted.');
  store.clear(intake.pk);
  const root = (() => {
    try {
      return realpathSync(intake.path);
    } catch {
      return intake.path;
    }
  })();
  if (store.libraryFolders().some((path) => isPathWithin(path, root) || isPathWithin(root, path))) {
    throw new JobError('The folder belongs to a library by now. Choose one outside of libraries.');
  }
  const { files, errors } = listFolder(root, context.cancelled);
  const isByRule = intake.is_automatic === 1;
  const quiet = isByRule ? (intake.quiet_minutes ?? 1) * minute : quietMs;
  const wanted = isByRule
    ? selectFiles(
        files,
        (file) => Math.abs(Date.now() - file.mtimeMs) >= quiet && !store.wasSeen(intake, file),
      )
    : files;
  const parts = {
    intake,
    index: createSeriesIndex(context.database, library.pk),
    proposals: createProposals(context.database),
  };
  const { pages, pdf } = await context.readers();
  const read = async (file: WalkedFile): Promise<Download> => {
    if (file.entries) return withoutContent(file, unusable.folder);
    if (!isReal(root, file.path)) return withoutContent(file, unusable.link);
    if (Math.abs(Date.now() - file.mtimeMs) < quiet) {
      return withoutContent(file, unusable.incomplete);
    }
    try {
      const readers = { limits: context.limits, pages, pdf };
      return await readDownload(root, file, library.scan_rules, readers);
    } catch (error) {
      if (!(error instanceof MediaError) && !isSystemError(error)) throw error;
      return withoutContent(file, fromSystemError(error).message);
    }
  };
  let pending: NewIntakeFile[] = [];
  const flush = () => {
    const rows = pending;
    pending = [];
    store.transaction(() => {
      for (const row of rows) store.insert(intake.pk, row);
    });
  };
  let done = 0;
  for (const file of wanted) {
    if (context.cancelled()) throw new CancelledError();
    pending.push(match(await read(file), parts));
    if (pending.length >= batchSize) flush();
    done += 1;
    context.send({
      type: 'intake_progress',
      progress: { current: done, total: wanted.length, message: file.path },
    });
    await breathe();
  }
  for (const { path, message } of isByRule ? [] : errors) {
    const file = { path, size: 0, mtimeMs: 0, inode: '' };
    pending.push(match(withoutContent(file, message), parts));
  }
  flush();
  store.transaction(() => skipTwins(store, intake.pk));
  return wanted.length;
};
