import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';

import type { Content } from '../../http/content.ts';
import { fromSystemError } from '../../media/media-error.ts';
import { type PackedFile, packedSize, packFiles } from '../../media/zip/stored-zip.ts';
import { fitName } from '../../paths/file-name.ts';
import { mediaFailure } from '../media-failure.ts';

interface PackedBooksOptions {
  /** Of the download, without its extension. */
  name: string;
  /** In the order of the archive. */
  ids: readonly string[];
  file: (id: string) => Promise<Content>;
  /** In the archive; `index` counts from 0. */
  entryName: (filename: string, index: number) => string;
}

/**
 * The files of books as one stored ZIP, made while it is sent; a folder of images is a CBZ in it. Throws
 * AppError for a file that is gone or cannot be read, before anything is sent.
 */
export const packBooks = async ({
  name,
  ids,
  file,
  entryName,
}: PackedBooksOptions): Promise<Content> => {
  const files: PackedFile[] = [];
  const etag = createHash('sha256');
  const nameOnce = createUniqueNames();
  for (const [index, id] of ids.entries()) {
    const { body, download_name = id, etag: version } = await file(id);
    const entry = nameOnce(entryName(download_name, index));
    etag.update(`${entry}\n${version}\n`);
    if (body === null || Buffer.isBuffer(body)) continue;
    if ('path' in body) {
      await refuseUnreadable(body.path, id);
      files.push({ name: entry, path: body.path, size: body.size });
    } else if (body.size !== null) {
      files.push({ name: entry, parts: body.parts, size: body.size });
    }
  }
  return {
    media_type: 'application/zip',
    etag: etag.digest('base64url'),
    body: { size: packedSize(files), parts: () => packFiles(files) },
    download_name: fitName(`${name}.zip`),
  };
};

const refuseUnreadable = async (path: string, bookId: string): Promise<void> => {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw mediaFailure(fromSystemError(error), bookId);
  }
};

/** `01.cbz` of a second folder becomes `01 (2).cbz`; no name is a path for whoever unpacks it. */
const createUniqueNames = () => {
  const taken = new Set<string>();
  return (given: string): string => {
    const name = given.replace(/[\\/]/g, '_');
    const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
    let unique = name;
    // File systems that ignore case would unpack one over the other.
    for (let copy = 2; taken.has(unique.toLowerCase()); copy++) {
      unique = `${stem} (${copy})${extension}`;
    }
    taken.add(unique.toLowerCase());
    return unique;
  };
};
