import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

import { newId } from '../../database/ids.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { discard } from '../../lib/discard.ts';
import { utimeOf } from '../../lib/file-times.ts';
import { mapInIdleLanes } from '../../lib/idle-lanes.ts';
import { isPage } from '../../media/formats/archive-entries.ts';
import { isComicInfo } from '../../media/formats/comic-document-names.ts';
import { MediaError } from '../../media/media-error.ts';
import { removePageEntries } from '../../media/metadata-edit/remove-page-entries.ts';
import { recompressedName, recompressPage } from '../../media/recompress-page.ts';
import { checkArchive, type PackedEntry } from '../../media/zip/compare-archives.ts';
import { type PackedFile, streamStoredZip } from '../../media/zip/write-zip.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { sortPages } from '../../text/natural.ts';
import { hashOfPage } from '../repeated-pages/repeated-keys.ts';
import type { ConversionFileRow, ConversionRow } from './conversion-store.ts';
import { checkScanned, readSourceFiles, type SourceFile } from './read-source.ts';

/** Space that stays free on the drive, bytes. */
const spareBytes = 64 * 1024 * 1024;

export interface PackedBook {
  /** The new archive under a hidden name beside its target. */
  draft: string;
  size: number;
  modified_ms: number;
}

const isPageName = (name: string) =>
  isPage({ name, size: 1, encrypted: false, directory: false, symlink: false });

/** Throws if a reader would find other pages in the new archive, or in another order. */
const checkOrder = (renamed: readonly (readonly [from: string, to: string])[]): void => {
  const order = (names: readonly string[]) => sortPages(names.filter(isPageName), (name) => name);
  const newNames = new Map(renamed);
  const expected = order(renamed.map(([name]) => name)).map((name) => newNames.get(name));
  const found = order(renamed.map(([, name]) => name));
  if (found.length > 0 && JSON.stringify(expected) === JSON.stringify(found)) return;
  throw new MediaError(
    'unsupported',
    found.length === 0
      ? 'The book has no page images, so it is not converted.'
      : 'The pages would be in another order, so the file is not converted.',
  );
};

const notMarked = () =>
  new MediaError(
    'unsupported',
    'A page is another one than the marked one, so the file is left as it is. Search for repeated pages again.',
  );

const checkSpace = (folder: string, size: number): void => {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < size + spareBytes)
    throw new MediaError('unsupported', 'The drive has too little free space for the new archive.');
};

/**
 * Packs a book into a new archive beside its target: unpacks and checks every file of the source, stores it,
 * flushes, and reads the archive back with yauzl. The draft has the modification time of the previous file.
 * Throws MediaError.
 */
export const packBook = async (
  { root, pages }: Pick<ConversionRow, 'root' | 'pages'>,
  file: ConversionFileRow & { to_path: string; hashes: ReadonlyMap<string, string> },
  context: Pick<JobContext, 'limits' | 'cancelled'>,
): Promise<PackedBook> => {
  const { limits } = context;
  const checkCancelled = () => {
    if (context.cancelled()) throw new CancelledError();
  };
  const folder = dirname(toLongPath(join(root, file.to_path)));
  const draft = join(folder, `.octavo-${newId()}.part`);
  const source = lstatSync(toLongPath(join(root, file.path)));
  const packed: PackedEntry[] = [];
  const renamed: (readonly [string, string])[] = [];
  const left = new Set<string>();
  async function* kept(): AsyncGenerator<SourceFile> {
    const pageNames: string[] = [];
    const lists: SourceFile[] = [];
    for await (const { name, bytes } of readSourceFiles(root, file, limits)) {
      checkCancelled();
      if (isPageName(name)) pageNames.push(name);
      const hash = file.hashes.get(name);
      if (hash === undefined) {
        if (file.hashes.size > 0 && isComicInfo(name)) lists.push({ name, bytes });
        else yield { name, bytes };
        continue;
      }
      if (hashOfPage(bytes) !== hash) throw notMarked();
      left.add(name);
    }
    // A list of pages counts all of them in natural order, also those that are not shown.
    const removed = sortPages(pageNames, String).flatMap((name, index) =>
      left.has(name) ? [index] : [],
    );
    for (const { name, bytes } of lists)
      yield { name, bytes: removePageEntries(bytes, removed, limits) };
  }
  const recompress = async ({ name, bytes }: SourceFile) => {
    const smaller = pages && isPageName(name) ? await recompressPage(bytes, pages, limits) : null;
    return pages && smaller
      ? { from: name, name: recompressedName(name, pages), bytes: smaller }
      : { from: name, name, bytes };
  };
  async function* files(): AsyncGenerator<PackedFile> {
    for await (const { from, name, bytes } of mapInIdleLanes(kept(), recompress)) {
      checkCancelled();
      const size = bytes.length;
      packed.push({ name, size, crc32: crc32(bytes) });
      renamed.push([from, name]);
      yield { name, bytes, size };
    }
  }
  try {
    checkScanned(root, file);
    checkSpace(folder, Math.max(file.file_size, file.to_size ?? 0));
    const fd = openSync(draft, 'wx+', 0o600);
    try {
      for await (const chunk of streamStoredZip(files()))
        for (let done = 0; done < chunk.length;) done += writeSync(fd, chunk, done);
      fsyncSync(fd);
      if (left.size !== file.hashes.size) throw notMarked();
      if (new Set(packed.map(({ name }) => name.toLowerCase())).size < packed.length)
        throw new MediaError(
          'unsupported',
          'Two pages would get the same name, so the file is not converted.',
        );
      checkOrder(renamed);
      await checkArchive(fd, packed, checkCancelled);
      checkScanned(root, file);
    } finally {
      closeSync(fd);
    }
    chmodSync(draft, source.isFile() ? source.mode & 0o7777 : 0o644);
    utimesSync(draft, utimeOf(source.atimeMs), utimeOf(file.file_modified_ms));
    const { size, mtimeMs } = lstatSync(draft, { bigint: true });
    return { draft, size: Number(size), modified_ms: Number(mtimeMs) };
  } catch (error) {
    discard(() => rmSync(draft, { force: true }));
    throw error;
  }
};
