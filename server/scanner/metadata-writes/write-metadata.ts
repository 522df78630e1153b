import { closeSync, fstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';

import { isoNow } from '../../database/ids.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { JobError, type JobResults, type WriteMetadataJob } from '../../jobs/jobs.ts';
import { fromSystemError, isSystemError, MediaError } from '../../media/media-error.ts';
import type { FieldChange, WritableMetadata } from '../../media/metadata-edit/document-edit.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import { readZipDirectory } from '../../media/zip/directory.ts';
import { readFully } from '../../media/zip/read-fully.ts';
import { compareArchives } from '../../media/zip/compare-archives.ts';
import {
  packRawEntry,
  type RawEntry,
  rewriteZip,
  unpackRawEntry,
} from '../../media/zip/rewrite-zip.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { createBookFollower } from './follow-book.ts';
import { digestOf, openBookDocument } from './book-document.ts';
import { type OpenPair, removeFileDrafts, replaceFile } from './replace-file.ts';
import { wantedMetadata } from './wanted-metadata.ts';
import {
  createWriteStore,
  type FileRow,
  type PlannedFile,
  type WriteRow,
  type WriteStore,
} from './write-store.ts';

/** Files looked up at a time. */
const batchSize = 100;

const sentenceOf = (error: unknown): string | null => {
  if (error instanceof MediaError) return error.message;
  return isSystemError(error) ? fromSystemError(error).message : null;
};

const pathOf = ({ root }: WriteRow, file: FileRow) => toLongPath(join(root, file.path));

/** Opens the file for reading only. */
const withFile = <Result>(path: string, use: (file: { fd: number; size: number }) => Result) => {
  const fd = openRegularSync(path);
  try {
    return use({ fd, size: fstatSync(fd).size });
  } finally {
    closeSync(fd);
  }
};

const unchanged = Symbol('unchanged');

const unwritableNote = (fields: readonly string[]): string | null =>
  fields.length === 0 ? null : `The format cannot hold: ${fields.join(', ')}.`;

/** The changes to a file; `unchanged` if it contains everything already. */
const planFile = (
  write: WriteRow,
  file: FileRow,
  { limits }: Pick<JobContext, 'limits'>,
): PlannedFile | typeof unchanged => {
  const skip = (reason: string): PlannedFile => ({
    ...{ state: 'skipped', changes: [], entry: null },
    reason,
  });
  const wanted = wantedMetadata(file, write.scope);
  if (Object.keys(wanted).length === 0) return unchanged;
  if (file.missing_since !== null) return skip('The file is missing.');
  if (file.error !== null) return skip('The file cannot be read, so it is left as it is.');
  if (file.format !== 'cbz' && file.format !== 'epub')
    return skip('Metadata can be written into CBZ and EPUB files only.');
  try {
    return withFile(pathOf(write, file), (opened) => {
      const document = openBookDocument(opened, limits);
      const { changes, unwritable } = document.edit(wanted);
      const reason = unwritableNote(unwritable);
      if (changes.length > 0) return { state: 'planned', reason, changes, entry: document.entry };
      return reason === null ? unchanged : skip(reason);
    });
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    return skip(sentence);
  }
};

/** Copies the archive with another entry, and has the copy checked. */
const rewrite = async (
  { source, draft }: OpenPair,
  change: { name: string; entry: Buffer | RawEntry | null },
  context: JobContext,
) => {
  const checkCancelled = () => {
    if (context.cancelled()) throw new CancelledError();
  };
  const { former } = rewriteZip(source, draft, change, { limits: context.limits, checkCancelled });
  await compareArchives(source.fd, draft, { changed: change.name, checkCancelled });
  return former;
};

/** The metadata of the file is another than the plan showed. */
const changedSincePlan = () =>
  new MediaError(
    'changed',
    'The metadata in the file has changed since the preview, so it is left as it is. Make a new preview.',
  );

const applyFile = async (
  write: WriteRow,
  file: FileRow,
  store: WriteStore,
  context: JobContext,
): Promise<void> => {
  const changes = JSON.parse(file.changes) as FieldChange[];
  const wanted = Object.fromEntries(
    changes.map(({ field, after }) => [field, after]),
  ) as WritableMetadata;
  let hash = '';
  await replaceFile(
    { root: write.root, ...file },
    async (pair) => {
      const document = openBookDocument(pair.source, context.limits);
      const edit = document.edit(wanted);
      const isAsPlanned =
        edit.bytes !== null && JSON.stringify(edit.changes) === JSON.stringify(changes);
      if (!isAsPlanned || edit.bytes === null) throw changedSincePlan();
      hash = digestOf(edit.bytes);
      return rewrite(pair, { name: document.entry, entry: edit.bytes }, context);
    },
    (former) => store.begin(file.file_pk, former && packRawEntry(former), hash),
  );
};

/** Whether the file already contains the former entry: a crash came after the rename. */
const isUndone = (
  write: WriteRow,
  file: FileRow,
  { limits }: Pick<JobContext, 'limits'>,
): boolean =>
  withFile(pathOf(write, file), ({ fd, size }) => {
    const present = readZipDirectory(fd, size, limits).entries.find(
      ({ name }) => name === file.entry,
    );
    if (file.former === null || !present) return file.former === null && !present;
    const { local } = unpackRawEntry(Buffer.from(file.former));
    return readFully(fd, present.headerOffset, local.length).equals(local);
  });

const undoFile = async (write: WriteRow, file: FileRow, context: JobContext): Promise<void> => {
  if (isUndone(write, file, context)) return;
  const name = file.entry ?? '';
  await replaceFile(
    { root: write.root, ...file },
    async (pair) => {
      const { bytes, entry } = openBookDocument(pair.source, context.limits);
      if (bytes === null || entry !== name || digestOf(bytes) !== file.written_hash) {
        throw new MediaError(
          'changed',
          'Another program has changed the metadata in the file since, so it is left as it is.',
        );
      }
      const former = file.former && unpackRawEntry(Buffer.from(file.former));
      return rewrite(pair, { name, entry: former }, context);
    },
    () => undefined,
  );
};

/** Settles a file of which a crash left open whether it was replaced. */
const settleFile = (
  write: WriteRow,
  file: FileRow,
  store: WriteStore,
  { limits }: Pick<JobContext, 'limits'>,
): void => {
  const isNew = withFile(pathOf(write, file), (opened) => {
    const { bytes } = openBookDocument(opened, limits);
    return bytes !== null && digestOf(bytes) === file.written_hash;
  });
  if (isNew) store.finish(file.file_pk, 'written', isoNow());
  else store.setState(file.file_pk, 'planned', null);
};

/** Runs `work` for the files of a state, in batches; reports progress. */
const forEachFile = async (
  { store, write, context }: { store: WriteStore; write: WriteRow; context: JobContext },
  state: string,
  work: (file: FileRow) => void | Promise<void>,
): Promise<number> => {
  const total = store.count(write.pk, state);
  let current = 0;
  let after = 0;
  for (;;) {
    const files = store.files(write.pk, state, after, batchSize);
    if (files.length === 0) return current;
    for (const file of files) {
      if (context.cancelled()) throw new CancelledError();
      await work(file);
      current += 1;
      context.send({ type: 'write_progress', progress: { current, total, message: file.title } });
      await breathe();
    }
    after = files.at(-1)?.file_pk ?? after;
  }
};

/**
 * Plans, applies or undoes a metadata write, file by file. Each file is done or not when the job is
 * cancelled or the process is killed; what a crash left open is settled first. Throws JobError if the
 * library does not allow it.
 */
export const writeMetadata = async (
  { writeId, step }: WriteMetadataJob,
  context: JobContext,
): Promise<JobResults['write_metadata']> => {
  const store = createWriteStore(context.database);
  const write = store.write(writeId);
  if (!write) throw new JobError('The plan to write metadata was deleted.');
  const run = { store, write, context };
  const result = { done: 0, failed: 0 };
  const attempt = async (file: FileRow, work: () => Promise<void> | void) => {
    // No other write runs at the same time, so these are leftovers of a crash.
    removeFileDrafts(join(write.root, dirname(file.path)));
    try {
      await work();
      result.done += 1;
    } catch (error) {
      const sentence = sentenceOf(error);
      if (sentence === null) throw error;
      result.failed += 1;
      // An undo that failed leaves the file written.
      store.setState(file.file_pk, step === 'undo' ? 'written' : 'failed', sentence);
    }
  };
  if (step === 'plan') {
    await forEachFile(run, 'pending', (file) => {
      const planned = planFile(write, file, context);
      if (planned === unchanged) store.drop(file.file_pk);
      else store.plan(file.file_pk, planned);
      result.done += 1;
    });
    return result;
  }
  const follower = await createBookFollower(write.library_id, store, context);
  try {
    await forEachFile(run, 'writing', (file) =>
      attempt(file, () => {
        settleFile(write, file, store, context);
        return follower.follow(file);
      }),
    );
    if (step === 'apply') {
      if (write.is_allowed !== 1)
        throw new JobError('The settings of the library do not allow that files are written.');
      await forEachFile(run, 'planned', (file) =>
        attempt(file, async () => {
          await applyFile(write, file, store, context);
          store.finish(file.file_pk, 'written', isoNow());
          await follower.follow(file);
        }),
      );
    } else {
      await forEachFile(run, 'undoing', (file) =>
        attempt(file, async () => {
          await undoFile(write, file, context);
          store.finish(file.file_pk, 'undone', isoNow());
          await follower.follow(file);
        }),
      );
    }
  } finally {
    follower.finish();
  }
  return result;
};
