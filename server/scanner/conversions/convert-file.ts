import { type BigIntStats, lstatSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isoNow } from '../../database/ids.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { discard } from '../../lib/discard.ts';
import { syncFolder } from '../../lib/flush.ts';
import { unsupported } from '../../media/media-error.ts';
import { decodePages } from '../../media/page-json.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import type { FileBin } from '../file-bin/file-bin.ts';
import type { BookFollower } from '../metadata-writes/follow-book.ts';
import { moveWithoutOverwrite } from '../metadata-writes/move-without-overwrite.ts';
import { checkWritable } from '../metadata-writes/replace-file.ts';
import { keysOfPages } from '../repeated-pages/repeated-keys.ts';
import type { ConversionFileRow, ConversionRow, ConversionStore } from './conversion-store.ts';
import { packBook } from './pack-book.ts';
import { checkScanned } from './read-source.ts';

export interface ConversionRun {
  conversion: ConversionRow;
  store: ConversionStore;
  bin: FileBin;
  follower: BookFollower;
  context: JobContext;
}

interface Planned extends ConversionFileRow {
  from_path: string;
  to_path: string;
}

const planned = (file: ConversionFileRow): Planned => {
  const { from_path, to_path } = file;
  if (from_path === null || to_path === null) throw new Error('The file has no plan');
  return { ...file, from_path, to_path };
};

const pathIn = ({ root }: ConversionRow, path: string) => toLongPath(join(root, path));
const statIn = (conversion: ConversionRow, path: string) =>
  lstatSync(pathIn(conversion, path), { bigint: true, throwIfNoEntry: false });

/** Whether two names are links to the same file; no on a drive that reports no inodes. */
const isLinked = (a?: BigIntStats, b?: BigIntStats): boolean =>
  a !== undefined && b !== undefined && a.ino !== 0n && a.ino === b.ino && a.dev === b.dev;

const placeTaken = (path: string) =>
  unsupported(`There is a file of the name ${path} already, so this one is left as it is.`);

/** Whether the new file is at its target and unchanged. */
const isPlaced = (conversion: ConversionRow, { to_path, to_size, to_modified_ms }: Planned) => {
  const found = statIn(conversion, to_path);
  return (
    found !== undefined &&
    Number(found.size) === to_size &&
    Number(found.mtimeMs) === to_modified_ms
  );
};

/** Contents of the removed pages by their names in the archive. */
const hashesOfRemoved = (
  { store, conversion }: ConversionRun,
  { pages, removed }: Planned,
): Map<string, string> => {
  const stored = decodePages(pages);
  const keys = keysOfPages(stored);
  const marked = store.marked(conversion.library_id);
  return new Map(
    (JSON.parse(removed) as number[]).map((index) => {
      const hash = marked.get(keys[index] ?? '');
      if (hash === undefined)
        throw unsupported(
          'A page is not marked as advertising any more, so the file is left as it is. Make a new preview.',
        );
      return [stored[index]?.filename ?? '', hash];
    }),
  );
};

const place = (conversion: ConversionRow, from: string, to_path: string): void => {
  const path = pathIn(conversion, to_path);
  try {
    moveWithoutOverwrite(from, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw placeTaken(to_path);
    throw error;
  }
  syncFolder(dirname(path));
};

const isMoved = ({ from_path, to_path }: Planned) => from_path !== to_path;

/** Whether the file has not changed since the plan, according to the book's row. */
const toScanned = ({ format, file_size, file_modified_ms }: ConversionFileRow) =>
  format === 'folder' ? ('folder' as const) : { file_size, file_modified_ms };

const binFormer = ({ conversion, bin }: ConversionRun, file: Planned) =>
  bin.put({
    library_id: conversion.library_id,
    path: file.from_path,
    scanned: toScanned(file),
    reason: 'converted',
    book_id: file.id,
  });

const finish = async ({ store, follower }: ConversionRun, file: Planned): Promise<void> => {
  const format = file.action === 'rename' ? file.format : 'cbz';
  await follower.follow({ pk: file.pk, path: file.to_path, format });
  store.complete(file, 'converted', isoNow());
};

/**
 * Moves the new archive to its target and the previous file to the bin. The order of the steps ensures that
 * after a crash one of them is in place, or `settle` can restore the previous one from the bin.
 */
const swap = async (run: ConversionRun, file: Planned, draft: string): Promise<void> => {
  if (isMoved(file)) {
    place(run.conversion, draft, file.to_path);
    try {
      await binFormer(run, file);
    } catch (error) {
      if (isPlaced(run.conversion, file)) rmSync(pathIn(run.conversion, file.to_path));
      throw error;
    }
    return;
  }
  const id = await binFormer(run, file);
  try {
    place(run.conversion, draft, file.to_path);
  } catch (error) {
    await run.bin.putBack(id);
    throw error;
  }
};

export const convertFile = async (run: ConversionRun, row: ConversionFileRow): Promise<void> => {
  const file = planned(row);
  const { conversion, store, context } = run;
  if (file.path !== file.from_path)
    throw unsupported(
      'The file was moved since the preview, so it is left as it is. Make a new preview.',
    );
  if (isMoved(file) && statIn(conversion, file.to_path)) throw placeTaken(file.to_path);
  const former = lstatSync(pathIn(conversion, file.from_path), { throwIfNoEntry: false });
  if (former?.isFile()) checkWritable(former);
  if (file.action === 'rename') {
    checkScanned(conversion.root, file);
    store.begin(file.file_pk, file.file_size, file.file_modified_ms);
    place(conversion, pathIn(conversion, file.from_path), file.to_path);
    await finish(run, file);
    return;
  }
  const { draft, size, modified_ms } = await packBook(
    conversion,
    { ...file, hashes: hashesOfRemoved(run, file) },
    context,
  );
  try {
    store.begin(file.file_pk, size, modified_ms);
    await swap(run, { ...file, to_size: size, to_modified_ms: modified_ms }, draft);
  } finally {
    discard(() => rmSync(draft, { force: true }));
  }
  await finish(run, file);
};

/** Resolves a conversion that a crash interrupted: the file is converted, or restored and planned again. */
export const settleConversion = async (
  run: ConversionRun,
  row: ConversionFileRow,
): Promise<void> => {
  const file = planned(row);
  const { conversion, store, bin } = run;
  const placed = isPlaced(conversion, file);
  if (file.action === 'rename') {
    const former = statIn(conversion, file.from_path);
    const present = statIn(conversion, file.to_path);
    // Both names link to the same file: the crash happened before the first link was removed.
    if (isLinked(former, present)) rmSync(pathIn(conversion, file.from_path));
    if (placed) return finish(run, file);
    return void store.setState(file.file_pk, 'planned', null);
  }
  await bin.settleInterrupted('converted');
  const binned = store.binned(file.pk, file.from_path);
  if (placed && (isMoved(file) || binned !== null)) {
    if (binned === null) await binFormer(run, file);
    return finish(run, file);
  }
  if (binned !== null) await bin.putBack(binned);
  store.setState(file.file_pk, 'planned', null);
};

/** Moves the converted file to the bin, also if a person has moved it, unless it has changed since. */
const binConverted = async ({ conversion, bin }: ConversionRun, file: Planned) => {
  const isElsewhere = file.path !== file.from_path && !statIn(conversion, file.to_path);
  const to_path = isElsewhere ? file.path : file.to_path;
  if (!statIn(conversion, to_path)) return null;
  if (!isPlaced(conversion, { ...file, to_path }))
    throw unsupported('The converted file has changed since, so it is left as it is.');
  return bin.put({
    library_id: conversion.library_id,
    path: to_path,
    scanned: { file_size: file.to_size ?? 0, file_modified_ms: file.to_modified_ms ?? 0 },
    reason: 'replaced',
    book_id: file.id,
  });
};

export const undoConversionOf = async (
  run: ConversionRun,
  row: ConversionFileRow,
): Promise<void> => {
  const file = planned(row);
  const { conversion, store, bin, follower } = run;
  const former = statIn(conversion, file.from_path);
  if (file.action === 'rename') {
    const present = statIn(conversion, file.to_path);
    if (isLinked(former, present)) rmSync(pathIn(conversion, file.to_path));
    else if (former && present) throw placeTaken(file.from_path);
    else if (present) place(conversion, pathIn(conversion, file.to_path), file.from_path);
  } else {
    await bin.settleInterrupted('converted');
    const binned = store.binned(file.pk, file.from_path);
    if (binned === null && !former)
      throw unsupported('The former file is not in the bin any more, so it cannot be put back.');
    if (binned !== null && former && isMoved(file)) throw placeTaken(file.from_path);
    const converted = binned !== null || isMoved(file) ? await binConverted(run, file) : null;
    try {
      if (binned !== null) await bin.putBack(binned);
    } catch (error) {
      if (converted !== null) await bin.putBack(converted);
      throw error;
    }
  }
  const isFolder = statIn(conversion, file.from_path)?.isDirectory() === true;
  const format = isFolder ? 'folder' : file.format;
  await follower.follow({ pk: file.pk, path: file.from_path, format });
  store.complete(file, 'undone', isoNow());
};
