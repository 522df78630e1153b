import { hash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';

import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { MediaError } from '../../media/media-error.ts';
import type { FieldChange, WritableMetadata } from '../../media/metadata-edit/document-edit.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import { compareArchives } from '../../media/zip/compare-archives.ts';
import { readZipDirectory } from '../../media/zip/directory.ts';
import { readFully } from '../../media/zip/read-fully.ts';
import {
  packRawEntry,
  type RawEntry,
  rewriteZip,
  unpackRawEntry,
} from '../../media/zip/rewrite-zip.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { sentenceOf } from '../file-plans/run-file-plan.ts';
import { type BookDocument, openBookDocument } from './book-document.ts';
import { changedSincePlan } from './changed-files.ts';
import { type OpenPair, replaceFile } from './replace-file.ts';
import {
  applySidecar,
  isSidecarWritten,
  isWrittenBeside,
  openSidecarDocument,
  undoSidecar,
} from './sidecar-writes.ts';
import { wantedMetadata } from './wanted-metadata.ts';
import type { FileRow, PlannedFile, WriteRow, WriteStore } from './write-store.ts';

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

/** The file already contains everything. */
export const unchanged = Symbol('unchanged');

const notesOf = (unwritable: readonly string[], foreign: readonly string[]): string | null => {
  const notes = [
    unwritable.length > 0 && `The format cannot hold: ${unwritable.join(', ')}.`,
    foreign.length > 0 &&
      `Another program has changed since Octavo wrote it, so it is left as it is: ${foreign.join(', ')}. Edit it again, or unlock it to take over what the file says.`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : notes.join(' ');
};

/** Opens the metadata of a book: in its file, or beside it. */
const openMetadata = (
  write: WriteRow,
  file: FileRow,
  limits: JobContext['limits'],
): Pick<BookDocument, 'edit'> & Pick<PlannedFile, 'entry' | 'sidecar'> => {
  if (isWrittenBeside(file)) {
    const { edit, sidecar } = openSidecarDocument(write.root, file, limits);
    return { edit, sidecar, entry: null };
  }
  const { edit, entry } = withFile(pathOf(write, file), (opened) =>
    openBookDocument(opened, limits),
  );
  return { edit, entry, sidecar: null };
};

/**
 * The changes of a file, or `unchanged` if it already has everything. Skips fields that another program has
 * changed since Octavo wrote them, unless someone has edited them since.
 */
export const planFile = (
  write: WriteRow,
  file: FileRow,
  store: WriteStore,
  { limits }: Pick<JobContext, 'limits'>,
): PlannedFile | typeof unchanged => {
  const skip = (reason: string): PlannedFile => ({
    ...{ state: 'skipped', changes: [], entry: null, sidecar: null },
    reason,
  });
  const wanted = wantedMetadata(file, write.scope);
  if (Object.keys(wanted).length === 0) return unchanged;
  if (file.missing_since !== null) return skip('The file is missing.');
  if (file.error !== null) return skip('The file cannot be read, so it is left as it is.');
  try {
    const { edit, entry, sidecar } = openMetadata(write, file, limits);
    const { changes: all, unwritable } = edit(wanted);
    const written = store.lastWritten(file.pk);
    const isForeign = ({ field, after }: FieldChange) =>
      JSON.stringify(written.get(field)) === JSON.stringify(after);
    const changes = all.filter((change) => !isForeign(change));
    const reason = notesOf(
      unwritable,
      all.filter(isForeign).map(({ field }) => field),
    );
    if (changes.length > 0) return { state: 'planned', reason, changes, entry, sidecar };
    return reason === null ? unchanged : skip(reason);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    return skip(sentence);
  }
};

/** Copies the archive with a replaced entry, and verifies the copy. */
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

export const applyFile = async (
  write: WriteRow,
  file: FileRow,
  store: WriteStore,
  context: JobContext,
): Promise<void> => {
  const changes = JSON.parse(file.changes) as FieldChange[];
  const wanted = Object.fromEntries(
    changes.map(({ field, after }) => [field, after]),
  ) as WritableMetadata;
  const editAsPlanned = (document: Pick<BookDocument, 'edit'>): Buffer => {
    const edit = document.edit(wanted);
    if (edit.bytes === null || JSON.stringify(edit.changes) !== JSON.stringify(changes))
      throw changedSincePlan();
    return edit.bytes;
  };
  if (file.sidecar !== null) {
    const document = openSidecarDocument(write.root, file, context.limits);
    if (document.sidecar !== file.sidecar) throw changedSincePlan();
    await applySidecar(write.root, document, editAsPlanned(document), (former, digest) =>
      store.begin(file.file_pk, former, digest),
    );
    return;
  }
  let digest = '';
  await replaceFile(
    { root: write.root, ...file },
    async (pair) => {
      const document = openBookDocument(pair.source, context.limits);
      const bytes = editAsPlanned(document);
      digest = hash('sha256', bytes);
      return rewrite(pair, { name: document.entry, entry: bytes }, context);
    },
    (former) => store.begin(file.file_pk, former && packRawEntry(former), digest),
  );
};

/** Whether the file already contains the previous entry, because the crash happened after the rename. */
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

export const undoFile = async (
  write: WriteRow,
  file: FileRow,
  context: JobContext,
): Promise<void> => {
  const { sidecar } = file;
  const former = file.former && Buffer.from(file.former);
  if (sidecar !== null) {
    await undoSidecar(write.root, { ...file, sidecar, former });
    return;
  }
  if (isUndone(write, file, context)) return;
  const name = file.entry ?? '';
  await replaceFile(
    { root: write.root, ...file },
    async (pair) => {
      const { bytes, entry } = openBookDocument(pair.source, context.limits);
      if (bytes === null || entry !== name || hash('sha256', bytes) !== file.written_hash) {
        throw new MediaError(
          'changed',
          'Another program has changed the metadata in the file since, so it is left as it is.',
        );
      }
      return rewrite(pair, { name, entry: former && unpackRawEntry(former) }, context);
    },
    () => undefined,
  );
};

/** Whether a file has the planned metadata, after a crash. */
export const isApplied = (
  write: WriteRow,
  file: FileRow,
  { limits }: Pick<JobContext, 'limits'>,
): boolean =>
  file.sidecar === null
    ? withFile(pathOf(write, file), (opened) => {
        const { bytes } = openBookDocument(opened, limits);
        return bytes !== null && hash('sha256', bytes) === file.written_hash;
      })
    : isSidecarWritten(write.root, file.sidecar, file.written_hash);
