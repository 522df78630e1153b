import type { Directory, Drive, listDrives } from '../../../shared/api/filesystem.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Listing } from '../../database/json.ts';
import { naturalCompare } from '../../text/natural.ts';
import { browse } from './browse.ts';
import { driveAt, readDrives } from './drives.ts';

export interface FilesystemService {
  /**
   * The folders (and files, where asked) of a directory, the home directory by default.
   * Throws BadRequest for a relative path, NotFound, or Forbidden where it may not be read.
   */
  browse(path: string | undefined, includeFiles: boolean | undefined): Promise<Directory>;
  drives(query: EndpointParsed<typeof listDrives>['query']): Promise<Listing<Drive>>;
  /** Whether a folder lies on a network drive. */
  isRemote(path: string): Promise<boolean>;
}

export const createFilesystemService = (): FilesystemService => ({
  browse: (path, includeFiles = false) => browse(path, includeFiles),
  async drives({ page, pageSize, sort: { field, direction } }) {
    const sign = direction === 'asc' ? 1 : -1;
    const drives = (await readDrives()).sort(
      (a, b) => sign * (naturalCompare(a[field], b[field]) || naturalCompare(a.path, b.path)),
    );
    const start = (page - 1) * pageSize;
    return { data: drives.slice(start, start + pageSize), total: drives.length };
  },
  isRemote: async (path) => driveAt(await readDrives(), path)?.kind === 'network',
});
