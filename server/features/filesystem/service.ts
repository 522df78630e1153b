import type { Directory, Drive, listDrives } from '../../../shared/api/filesystem.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Listing } from '../../database/json.ts';
import { naturalCompare } from '../../text/natural.ts';
import { browse } from './browse.ts';
import { shareOf } from './drive-of.ts';
import { driveAt, type Drives } from './drives.ts';

export interface FilesystemService {
  /**
   * The folders (and files, where asked) of a directory, the home directory by default.
   * Throws BadRequest for a relative path, NotFound, or Forbidden where it may not be read.
   */
  browse(path: string | undefined, includeFiles: boolean | undefined): Promise<Directory>;
  drives(query: EndpointParsed<typeof listDrives>['query']): Promise<Listing<Drive>>;
  /** The drive that a folder lies on, undefined where none is known. */
  driveOf(path: string): Promise<Drive | undefined>;
  /** Whether a folder lies on a network drive. */
  isRemote(path: string): Promise<boolean>;
}

export const createFilesystemService = ({
  drives,
  folders,
}: {
  drives: Pick<Drives, 'list'>;
  /** Folders of libraries: the shares that they lie on are drives too. */
  folders: () => readonly string[];
}): FilesystemService => {
  const all = () =>
    drives.list([...new Set(folders().flatMap((folder) => shareOf(folder) ?? []))].slice(0, 50));
  const driveOf = async (path: string) => driveAt(await all(), path);
  return {
    browse: (path, includeFiles = false) => browse(path, includeFiles),
    async drives({ page, pageSize, sort: { field, direction } }) {
      const sign = direction === 'asc' ? 1 : -1;
      const sorted = [...(await all())].sort(
        (a, b) => sign * (naturalCompare(a[field], b[field]) || naturalCompare(a.path, b.path)),
      );
      const start = (page - 1) * pageSize;
      return { data: sorted.slice(start, start + pageSize), total: sorted.length };
    },
    driveOf,
    isRemote: async (path) => shareOf(path) !== null || (await driveOf(path))?.kind === 'network',
  };
};
