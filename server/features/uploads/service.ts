import { open, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { maxPartBytes, type CreateUpload, type Upload } from '../../../shared/api/uploads.ts';
import { hourMs } from '../../../shared/durations.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import { flushFile } from '../../lib/flush.ts';
import type { Caller } from '../../http/api/caller.ts';
import { formatOf } from '../../media/formats/format-of.ts';
import { isSystemError, MediaError } from '../../media/media-error.ts';
import { safeFileName } from '../../paths/safe-file-name.ts';
import { writeProblem } from '../../paths/write-problem.ts';
import type { OnDemandReader } from '../../scanner/on-demand/on-demand-reader.ts';
import { createGlob } from '../../scanner/scan/exclude-pattern.ts';
import type { LibrariesService } from '../libraries/service.ts';
import { requireSpace } from './free-space.ts';
import { createReservations, type Reserved } from './reservations.ts';
import {
  draftIn,
  folderNames,
  makeTargetFolder,
  placeDraft,
  removeMade,
  removeStaleDrafts,
  requireFreeName,
  type TargetFolder,
} from '../../lib/target-folder.ts';

type Person = Pick<Caller, 'user_pk'>;

/** Adds files from the browser to the folders of libraries. Other people's uploads are NotFound. */
export interface UploadsService {
  /**
   * Makes the folder and reserves the space. Throws Forbidden for a person who sees only parts of libraries, Conflict
   * for a name that is taken, PayloadTooLarge, UnprocessableContent if the drive takes no file, TooManyRequests.
   */
  create(person: Person, libraryId: string, what: CreateUpload): Promise<Upload>;
  get(person: Person, id: string): Upload;
  /** Throws Conflict for another offset than `received`, or while another part arrives. */
  part(
    person: Person,
    id: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<Upload>;
  /**
   * Throws UnprocessableContent for no book, and NotFound, Conflict or Forbidden if the file can no longer
   * be put into its folder; these drop it. Throws Conflict for a name that is taken.
   */
  finish(person: Person, id: string, name?: string): Promise<Upload>;
  cancel(person: Person, id: string): Promise<void>;
  /** Drops all uploads. */
  close(): Promise<void>;
}

interface UploadsOptions {
  libraries: Pick<LibrariesService, 'get' | 'refusePart'>;
  reader: Pick<OnDemandReader, 'list'>;
  /** Limits concurrent reads per volume; rejects while its drive does not respond. */
  gated: <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;
  /** Largest file, bytes. */
  maxBytes: () => number;
  /** Scans one new file of a library, given by its path relative to the library. */
  scan: (libraryId: string, path: string) => void;
}

/** An upload with its state in memory: a restart drops it. */
interface Arriving extends Upload, Reserved {
  /** Folder of the library when the upload began. */
  root: string;
  folder: TargetFolder;
  /** Folder relative to the library, `/` at the end; empty for the library itself. */
  prefix: string;
  draft: string;
  /** Whether a request is writing to it. */
  isBusy: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** How long an upload waits for its next part, ms. */
const idleMs = hourMs;

const upload = ({ id, library_id, path, name, file_size, received }: Arriving): Upload => ({
  ...{ id, library_id, path, name, file_size, received },
});

/** The bytes of a part; throws PayloadTooLarge beyond its limit. */
async function* bounded(bytes: AsyncIterable<Uint8Array>, most: number) {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw new AppError('PayloadTooLarge', 'The part has more bytes than expected');
    yield chunk;
  }
}

const safeName = (given: string): string => {
  const name = safeFileName(given);
  if (formatOf(name) !== null) return name;
  throw badField('body.name', `Files like "${extname(name) || name}" cannot be opened`);
};

/** Opens a file as a scan does; returns why it is not a book, or null. */
const problemOf = (
  reader: UploadsOptions['reader'],
  { draft, file_size }: Arriving,
): Promise<string | null> =>
  reader.list(draft, file_size).then(
    ({ error }) => error,
    (error: unknown) => {
      if (error instanceof MediaError && error.reason !== 'unavailable') return error.message;
      throw error;
    },
  );

/** Throws if the library is gone, has another folder, or takes no more files of this person. */
const requireSameFolder = async (
  libraries: UploadsOptions['libraries'],
  { library_id, root }: Arriving,
): Promise<void> => {
  const { path } = await libraries.get(library_id);
  libraries.refusePart();
  if (path === root) return;
  throw new AppError(
    'Conflict',
    'The library has another folder since the upload began. Upload the file again.',
  );
};

export const createUploadsService = (options: UploadsOptions): UploadsService => {
  const { libraries, reader, gated, maxBytes, scan } = options;
  const uploads = new Map<string, Arriving>();
  const reserve = createReservations(uploads);

  const drop = async (entry: Arriving): Promise<void> => {
    clearTimeout(entry.timer);
    uploads.delete(entry.id);
    await rm(entry.draft, { force: true });
    await removeMade(entry.folder);
  };
  const waitForMore = (entry: Arriving) => {
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      if (!entry.isBusy) void drop(entry).catch(() => undefined);
    }, idleMs).unref();
  };
  const found = ({ user_pk }: Person, id: string): Arriving => {
    const entry = uploads.get(id);
    if (entry?.user_pk !== user_pk) throw notFound('Upload', id);
    return entry;
  };
  /** Runs one request of an upload at a time. */
  const withUpload = async <Result>(
    person: Person,
    id: string,
    work: (entry: Arriving) => Promise<Result>,
  ): Promise<Result> => {
    const entry = found(person, id);
    if (entry.isBusy) throw new AppError('Conflict', 'Another part of the file is arriving');
    entry.isBusy = true;
    try {
      return await work(entry);
    } catch (error) {
      throw isSystemError(error) ? writeProblem(error, entry.name) : error;
    } finally {
      entry.isBusy = false;
      if (uploads.has(id)) waitForMore(entry);
    }
  };

  const dropUnlessSameFolder = (entry: Arriving): Promise<void> =>
    requireSameFolder(libraries, entry).catch(async (error: unknown) => {
      await drop(entry);
      throw error;
    });

  const begin = async (
    person: Person,
    libraryId: string,
    what: CreateUpload,
    earlier: readonly Reserved[],
  ): Promise<Upload> => {
    const { path: root, excluded_patterns: excluded } = await libraries.get(libraryId);
    // Names that are taken would reveal hidden files.
    libraries.refusePart();
    const name = safeName(what.name);
    const names = folderNames(what.folder);
    const prefix = names.map((folder) => `${folder}/`).join('');
    if (excluded.some((pattern) => createGlob(pattern)(prefix + name))) {
      throw badField('body.name', 'The library excludes files of this name or folder');
    }
    const folder = await gated(root, () => makeTargetFolder(root, names));
    try {
      await requireFreeName(folder.path, name);
      await requireSpace(folder.path, what.file_size, earlier);
      await removeStaleDrafts(folder.path, Date.now());
      const id = newId();
      const draft = draftIn(folder.path, id, extname(name));
      await (await open(draft, 'wx')).close();
      const entry: Arriving = {
        ...{ id, library_id: libraryId, path: prefix + name, name, file_size: what.file_size },
        ...{ received: 0, user_pk: person.user_pk, root, folder, prefix, draft },
        ...{ isBusy: false, timer: undefined },
      };
      uploads.set(id, entry);
      waitForMore(entry);
      return upload(entry);
    } catch (error) {
      await removeMade(folder);
      throw error;
    }
  };

  return {
    async create(person, libraryId, what) {
      if (what.file_size > maxBytes()) {
        throw new AppError('PayloadTooLarge', 'The file is larger than the settings allow.');
      }
      const own = { user_pk: person.user_pk, file_size: what.file_size, received: 0 };
      try {
        return await reserve(own, (earlier) => begin(person, libraryId, what, earlier));
      } catch (error) {
        throw isSystemError(error) ? writeProblem(error, what.name) : error;
      }
    },
    get: (person, id) => upload(found(person, id)),
    part: (person, id, offset, bytes) =>
      withUpload(person, id, async (entry) => {
        if (offset !== entry.received) {
          throw new AppError('Conflict', `The next part begins at byte ${entry.received}`);
        }
        const most = Math.min(maxPartBytes, entry.file_size - offset);
        const file = await open(entry.draft, 'r+');
        const stream = file.createWriteStream({ start: offset });
        await pipeline(bounded(bytes, most), stream).catch((error: unknown) => {
          throw (error as NodeJS.ErrnoException).code === 'ECONNRESET'
            ? new AppError('BadRequest', 'The part broke off. Send it again.')
            : error;
        });
        entry.received = offset + stream.bytesWritten;
        return upload(entry);
      }),
    finish: (person, id, name) =>
      withUpload(person, id, async (entry) => {
        if (entry.received !== entry.file_size) {
          throw new AppError('Conflict', 'The file has not arrived as a whole yet');
        }
        await dropUnlessSameFolder(entry);
        if (name !== undefined) {
          entry.name = safeName(name);
          entry.path = entry.prefix + entry.name;
        }
        await requireFreeName(entry.folder.path, entry.name);
        const problem = await problemOf(reader, entry);
        if (problem !== null) {
          await drop(entry);
          throw new AppError('UnprocessableContent', problem);
        }
        await flushFile(entry.draft);
        // Reading a large file takes long enough for another change.
        await dropUnlessSameFolder(entry);
        await placeDraft(entry.draft, join(entry.folder.path, entry.name));
        clearTimeout(entry.timer);
        uploads.delete(id);
        scan(entry.library_id, entry.path);
        return upload(entry);
      }),
    cancel: (person, id) => withUpload(person, id, drop),
    close: async () => {
      await Promise.all([...uploads.values()].map((entry) => drop(entry).catch(() => undefined)));
    },
  };
};
