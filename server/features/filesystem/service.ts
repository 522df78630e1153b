import { dirname } from 'node:path';

import type { Directory, Drive, listDrives } from '../../../shared/api/filesystem.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { type ListPage, sortedPage } from '../../database/json.ts';
import { createReadGate } from '../../media/read-gate.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { naturalCompare } from '../../text/natural.ts';
import { browse, type BrowseDrives } from './browse.ts';
import { shareOf } from './drive-of.ts';
import { driveAt, type Drives } from './drives.ts';

/** Time limit, ms: a folder of ten thousand entries takes seconds on a slow drive. */
const browseMs = 10_000;

export interface FilesystemService {
  /**
   * The folders (and files, if requested) of a directory, the home directory by default. Throws
   * BadRequest for a relative path, NotFound, or Forbidden if it is unreadable.
   */
  browse(path: string | undefined, includeFiles: boolean | undefined): Promise<Directory>;
  drives(query: EndpointParsed<typeof listDrives>['query']): Promise<ListPage<Drive>>;
  /** Whether a folder is on a network drive. */
  isRemote(path: string): Promise<boolean>;
}

export const createFilesystemService = ({
  drives,
  folders,
  ownerOf = () => '',
}: {
  drives: Pick<Drives, 'list' | 'roots'>;
  /** Library folders; the shares that contain them count as drives. */
  folders: () => readonly string[];
  /** Key for fair sharing: the requester who reads the folder. */
  ownerOf?: () => string;
}): FilesystemService => {
  const all = () =>
    drives.list([...new Set(folders().flatMap((folder) => shareOf(folder) ?? []))].slice(0, 50));
  const driveOf = async (path: string) => driveAt(await all(), path);
  const mountOf = async (path: string): Promise<string> => {
    const roots = await drives.roots();
    let folder = path;
    while (!roots.has(folder) && dirname(folder) !== folder) folder = dirname(folder);
    return folder;
  };
  const browsing: BrowseDrives = {
    driveOf: mountOf,
    isDrive: async (path) => (await drives.roots()).has(path),
    gate: createReadGate({ ownerOf, limitMs: browseMs }),
    looks: createSingleFlight(),
  };
  return {
    browse: (path, includeFiles = false) => browse(path, includeFiles, browsing),
    async drives(query) {
      const { field } = query.sort;
      return sortedPage(
        await all(),
        query,
        (a, b) => naturalCompare(a[field], b[field]) || naturalCompare(a.path, b.path),
      );
    },
    isRemote: async (path) => shareOf(path) !== null || (await driveOf(path))?.kind === 'network',
  };
};
