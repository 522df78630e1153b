import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Content } from '../../http/content.ts';
import { folderFingerprint } from '../../media/formats/folder-book.ts';
import { isFolderEntry } from '../../media/formats/folder-entries.ts';
import { packedSize, packFiles } from '../../media/zip/stored-zip.ts';
import { fitName } from '../../paths/file-name.ts';
import { sortPages } from '../../text/natural.ts';

/**
 * A folder of page images as one archive, made while it is sent. Throws MediaError when it is too large, and
 * the errors of the file system.
 */
export const folderFile = async (folder: string, name: string): Promise<Content> => {
  const names = (await readdir(folder)).filter(isFolderEntry);
  const found = await Promise.all(
    sortPages(names, String).map(async (entry) => {
      const path = join(folder, entry);
      const stats = await stat(path);
      return stats.isFile()
        ? { name: entry, path, size: stats.size, mtimeMs: Math.floor(stats.mtimeMs) }
        : null;
    }),
  );
  const files = found.filter((file) => file !== null);
  // One that cannot be opened would break off the download half way.
  for (const { path } of files) await (await open(path, 'r')).close();
  const size = packedSize(files);
  return {
    media_type: 'application/vnd.comicbook+zip',
    etag: folderFingerprint(files),
    body: { size, parts: () => packFiles(files) },
    download_name: fitName(`${name}.cbz`),
  };
};
