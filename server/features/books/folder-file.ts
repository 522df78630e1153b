import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Content, StreamedBody } from '../../http/api/content.ts';
import { openFileOf, refuseNoPage } from '../../media/file-reads.ts';
import { folderFingerprint, isFolderEntry } from '../../media/formats/folder-entries.ts';
import type { ReadGate } from '../../media/read-gate.ts';
import { type PackedFile, packedSize, streamStoredZip } from '../../media/zip/write-zip.ts';
import { truncateFileName } from '../../paths/truncate-file-name.ts';
import { createDocumentHasher } from '../../scanner/analysis/document-hash.ts';
import { sortPages } from '../../text/natural.ts';

/**
 * Streams a folder of page images as one archive. Throws MediaError if it is too large or contains
 * a forbidden file, file system errors, and AppError if its drive does not respond.
 *
 * @param onSent called with KOReader's document id of an archive that was sent whole
 */
export const folderFile = async (
  gate: Pick<ReadGate, 'run' | 'close'>,
  { path: folder, volume, name }: { path: string; volume: string; name: string },
  onSent: (documentHash: string) => void,
): Promise<Content> => {
  const names = (await gate.run(volume, () => readdir(folder))).filter(isFolderEntry);
  const files: (PackedFile & { mtimeMs: number })[] = [];
  for (const entry of sortPages(names, String)) {
    const path = join(folder, entry);
    if (!(await gate.run(volume, () => stat(path))).isFile()) continue;
    // Checked before the download starts, because an unreadable file would abort it halfway.
    const file = await openFileOf(gate, volume, path, refuseNoPage());
    file.close();
    const { stamp } = file;
    const open = () => openFileOf(gate, volume, path, refuseNoPage(stamp));
    files.push({ name: entry, open, size: stamp.size, mtimeMs: Math.floor(stamp.mtimeMs) });
  }
  return {
    media_type: 'application/vnd.comicbook+zip',
    etag: folderFingerprint(files),
    body: { size: packedSize(files), chunks: () => identified(streamStoredZip(files), onSent) },
    download_name: truncateFileName(`${name}.cbz`),
  };
};

async function* identified(
  archive: ReturnType<StreamedBody['chunks']>,
  onSent: (documentHash: string) => void,
): AsyncGenerator<Buffer> {
  const hasher = createDocumentHasher();
  for await (const chunk of archive) {
    hasher.update(chunk);
    yield chunk;
  }
  onSent(hasher.digest());
}
