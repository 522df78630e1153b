import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { newId } from '../../database/ids.ts';
import { discard } from '../../lib/discard.ts';
import { syncFolder } from '../../lib/flush.ts';
import type { Limits } from '../../media/limits.ts';
import { isSystemError, MediaError, unsupported } from '../../media/media-error.ts';
import type { DocumentEdit, WritableMetadata } from '../../media/metadata-edit/document-edit.ts';
import { editComicInfo } from '../../media/metadata-edit/edit-comic-info.ts';
import { editOpf } from '../../media/metadata-edit/edit-opf.ts';
import { parseComicInfo } from '../../media/comic-info/comic-info.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import { readFully } from '../../media/zip/read-fully.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { isCoverFile, type SidecarFile } from '../scan/sidecar-files.ts';
import { readFolderOfBook } from '../scan/sidecars-beside.ts';
import { statAgain } from '../scan/walk.ts';
import {} from './book-document.ts';
import { changedSincePlan, fileChanged } from './changed-files.ts';
import { moveWithoutOverwrite } from './move-without-overwrite.ts';
import { asRefusal, type OpenPair, replaceFile } from './replace-file.ts';
import type { BookToWrite } from './wanted-metadata.ts';

/** A book with the sidecars of its last scan. */
export type BookBeside = Pick<
  BookToWrite,
  'path' | 'format' | 'file_size' | 'file_modified_ms' | 'sidecars'
>;

interface SidecarDocument {
  /** Relative to the library. */
  sidecar: string;
  /** Stamp from the last scan; null for a new file. */
  known: SidecarFile | null;
  bytes: Buffer | null;
  edit: (wanted: WritableMetadata) => DocumentEdit;
}

const emptyPackage = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
  </metadata>
</package>
`);

/** Formats whose metadata is written into a file beside them. */
const besideFormats = ['cbr', 'cb7', 'cbt', 'mobi', 'fb2', 'pdf', 'folder'];
export const isWrittenBeside = ({ format }: Pick<BookToWrite, 'format'>): boolean =>
  besideFormats.includes(format);

const readFileAt = (path: string, maxBytes: number): Buffer => {
  const fd = openRegularSync(toLongPath(path));
  try {
    const { size } = fstatSync(fd);
    if (size > maxBytes)
      throw unsupported(
        'The file beside the book is too large for metadata, so it is left as it is.',
      );
    return readFully(fd, 0, size);
  } finally {
    closeSync(fd);
  }
};

/** The sidecar inside a folder book, which must not have changed since the last scan. */
const findInFolder = (root: string, book: BookBeside) => {
  const folder = statAgain(root, book.path, true);
  // Without the time of the folder itself, which an interrupted run has changed by its draft.
  const isNewer = folder?.entries?.some(({ mtimeMs }) => mtimeMs > book.file_modified_ms);
  if (folder?.size !== book.file_size || isNewer !== false) throw fileChanged();
  const entry = folder.entries?.find(({ name }) => name.toLowerCase() === 'comicinfo.xml');
  return { sidecar: `${book.path}/${entry?.name ?? 'ComicInfo.xml'}`, known: entry ?? null };
};

/** The metadata sidecar of a book, or the name of a new one. */
const findSidecar = (root: string, book: BookBeside) => {
  const { sidecars, isAlone } = readFolderOfBook(root, book.path);
  const scanned = JSON.parse(book.sidecars) as SidecarFile[];
  const documents = (files: readonly SidecarFile[]) => files.filter((file) => !isCoverFile(file));
  if (JSON.stringify(documents(sidecars)) !== JSON.stringify(documents(scanned)))
    throw unsupported(
      'Another program has changed the metadata beside the book since it was scanned, so it is left as it is. Scan the library.',
    );
  const [known = null] = documents(sidecars);
  const { dir, name } = posix.parse(book.path);
  const isText = book.format === 'pdf';
  const common = isText ? 'metadata.opf' : 'ComicInfo.xml';
  const fresh = isAlone ? common : `${name}.${isText ? 'opf' : 'xml'}`;
  return { sidecar: posix.join(dir, known?.name ?? fresh), known };
};

/**
 * Finds the metadata beside a book. Throws MediaError, with a message for people, if another program has
 * changed the file, or it does not contain metadata.
 */
export const openSidecarDocument = (
  root: string,
  book: BookBeside,
  limits: Limits,
): SidecarDocument => {
  const found = book.format === 'folder' ? findInFolder(root, book) : findSidecar(root, book);
  const isPackage = found.sidecar.toLowerCase().endsWith('.opf');
  const maxBytes = isPackage ? limits.epub_xml_bytes : limits.comic_info_bytes;
  const bytes = found.known && readFileAt(join(root, found.sidecar), maxBytes);
  if (bytes && !isPackage && !parseComicInfo(bytes, limits))
    throw unsupported('The file beside the book holds no metadata, so it is left as it is.');
  const edit = (wanted: WritableMetadata) =>
    isPackage ? editOpf(bytes ?? emptyPackage, wanted) : editComicInfo(bytes, wanted, limits);
  return { ...found, bytes, edit };
};

const contentOf = ({ fd, size }: OpenPair['source']) => readFully(fd, 0, size);

/** Writes the file and reads it back. */
const writeChecked = (fd: number, bytes: Buffer): void => {
  writeFileSync(fd, bytes);
  fsyncSync(fd);
  if (!readFully(fd, 0, bytes.length).equals(bytes))
    throw unsupported('The drive did not keep what was written. Check it.');
};

/** Creates a file, complete or not at all. */
const createFile = (path: string, bytes: Buffer, before: () => void): void => {
  const draft = join(dirname(path), `.octavo-${newId()}.part`);
  try {
    const fd = openSync(draft, 'wx+', 0o644);
    try {
      writeChecked(fd, bytes);
    } finally {
      closeSync(fd);
    }
    before();
    moveWithoutOverwrite(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') throw changedSincePlan();
    throw asRefusal(error);
  } finally {
    discard(() => rmSync(draft, { force: true }));
  }
};

const replaceSidecar = (
  root: string,
  {
    sidecar,
    known,
    former,
    bytes,
  }: { sidecar: string; known: SidecarFile; former: Buffer; bytes: Buffer },
  before: () => void,
) =>
  replaceFile(
    { root, path: sidecar, file_size: known.size, file_modified_ms: known.mtimeMs },
    (pair) => {
      if (!contentOf(pair.source).equals(former)) throw changedSincePlan();
      writeChecked(pair.draft, bytes);
      return Promise.resolve();
    },
    before,
  );

/** Writes a planned change beside a book; calls `begin` before, to store the data for undoing it. */
export const applySidecar = async (
  root: string,
  document: SidecarDocument,
  bytes: Buffer,
  begin: (former: Buffer | null, digest: string) => void,
): Promise<void> => {
  const { sidecar, known, bytes: former } = document;
  const before = () => begin(former, hash('sha256', bytes));
  if (known && former) await replaceSidecar(root, { sidecar, known, former, bytes }, before);
  else createFile(toLongPath(join(root, sidecar)), bytes, before);
};

const present = (root: string, sidecar: string): { bytes: Buffer; file: SidecarFile } | null => {
  const path = toLongPath(join(root, sidecar));
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stats) return null;
  const { name } = posix.parse(sidecar);
  const file = { name, size: Number(stats.size), mtimeMs: Number(stats.mtimeMs) };
  return { file, bytes: readFileAt(path, Number.MAX_SAFE_INTEGER) };
};

/** Whether the sidecar has the written content. */
export const isSidecarWritten = (root: string, sidecar: string, digest: string | null): boolean => {
  const found = present(root, sidecar);
  return found !== null && hash('sha256', found.bytes) === digest;
};

/** Restores the previous content, or deletes a file that did not exist before. */
export const undoSidecar = async (
  root: string,
  {
    sidecar,
    former,
    written_hash,
  }: { sidecar: string; former: Buffer | null; written_hash: string | null },
): Promise<void> => {
  const found = present(root, sidecar);
  if (found === null ? former === null : former?.equals(found.bytes)) return;
  if (found === null || hash('sha256', found.bytes) !== written_hash)
    throw new MediaError(
      'changed',
      'Another program has changed the metadata in the file since, so it is left as it is.',
    );
  if (former) {
    const change = { sidecar, known: found.file, former: found.bytes, bytes: former };
    await replaceSidecar(root, change, () => undefined);
    return;
  }
  const path = toLongPath(join(root, sidecar));
  try {
    rmSync(path);
    syncFolder(dirname(path));
  } catch (error) {
    throw asRefusal(error);
  }
};
