import { createHash } from 'node:crypto';

import { AppError, hasCode, retryAfter } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Content, FileBody } from '../../http/api/content.ts';
import { fromSystemError } from '../../media/media-error.ts';
import { type PackedFile, packedSize, streamStoredZip } from '../../media/zip/write-zip.ts';
import { truncateFileName } from '../../paths/truncate-file-name.ts';
import { mediaErrorToAppError } from '../media-error.ts';

interface PackedBooksOptions {
  /** Name of the download, without extension. */
  name: string;
  /** Book ids in archive order. */
  ids: readonly string[];
  /** Entry name in the archive; `index` counts from 0. */
  entryName: (filename: string, index: number) => string;
}

/** Maximum archives that are sent at once, because each holds up to 16 MiB of a file in memory. */
const maxAtOnce = { all: 32, perUser: 4 };

/**
 * Streams the files of books as one uncompressed ZIP; a folder of images becomes a CBZ in it. Before anything
 * is sent, throws AppError for a missing or unreadable file, and TooManyRequests if the caller or all users
 * together have too many downloads in progress.
 */
export type PackBooks = (
  caller: Pick<Caller, 'user_pk'>,
  options: PackedBooksOptions,
) => Promise<Content>;

export const createBookPacker = ({
  file,
}: {
  file: (id: string) => Promise<Content>;
}): PackBooks => {
  /** User → number of archives being sent. */
  const sending = new Map<number, number>();
  const begin = (userPk: number) => {
    const own = sending.get(userPk) ?? 0;
    const all = [...sending.values()].reduce((sum, count) => sum + count, 0);
    if (own >= maxAtOnce.perUser || all >= maxAtOnce.all) {
      throw new AppError(
        'TooManyRequests',
        'Too many series and lists are being downloaded; wait until one is done',
        retryAfter(60),
      );
    }
    sending.set(userPk, own + 1);
  };
  const end = (userPk: number) => {
    const left = (sending.get(userPk) ?? 1) - 1;
    if (left === 0) sending.delete(userPk);
    else sending.set(userPk, left);
  };
  /** The generator ends when everything is sent, or the client disconnects. */
  async function* counted(userPk: number, files: readonly PackedFile[]): AsyncGenerator<Buffer> {
    begin(userPk);
    try {
      yield* streamStoredZip(files);
    } finally {
      end(userPk);
    }
  }

  return async ({ user_pk }, { name, ids, entryName }) => {
    const files: PackedFile[] = [];
    const etag = createHash('sha256');
    const nameOnce = createUniqueNames();
    for (const [index, id] of ids.entries()) {
      const { body, download_name = id, etag: version } = await file(id);
      const entry = nameOnce(entryName(download_name, index));
      etag.update(`${entry}\n${version}\n`);
      if (body === null || Buffer.isBuffer(body)) continue;
      if ('path' in body) {
        const { open } = body;
        if (!open) throw new Error(`The file of book ${id} cannot be packed`);
        await refuseUnreadable(open, entry);
        files.push({ name: entry, open, size: body.size });
      } else if (body.size !== null) {
        files.push({ name: entry, parts: body.chunks, size: body.size });
      }
    }
    return {
      media_type: 'application/zip',
      etag: etag.digest('base64url'),
      body: { size: packedSize(files), chunks: () => counted(user_pk, files) },
      download_name: truncateFileName(`${name}.zip`),
    };
  };
};

/** One of several files, so it is named. */
const goneFile = (name: string): AppError =>
  new AppError(
    'NotFound',
    `The file "${name}" no longer exists on the disk. Put it back and try again.`,
  );

const refuseUnreadable = async (
  open: NonNullable<FileBody['open']>,
  name: string,
): Promise<void> => {
  try {
    (await open()).close();
  } catch (error) {
    const cause = error instanceof AppError ? error : fromSystemError(error);
    const mapped = await mediaErrorToAppError(cause, null);
    throw hasCode(mapped, 'NotFound') ? goneFile(name) : mapped;
  }
};

/**
 * Makes entry names unique: `01.cbz` of a second folder becomes `01 (2).cbz`. Entry names never
 * contain a path.
 */
const createUniqueNames = () => {
  const usedNames = new Set<string>();
  return (given: string): string => {
    const name = given.replace(/[\\/]/g, '_');
    const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
    let unique = name;
    // Case-insensitive file systems would overwrite one with the other.
    for (let copy = 2; usedNames.has(unique.toLowerCase()); copy++) {
      unique = `${stem} (${copy})${extension}`;
    }
    usedNames.add(unique.toLowerCase());
    return unique;
  };
};
