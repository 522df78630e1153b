import type { DataExportScope } from '../../../shared/api/data-export.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Caller, seesFolders } from '../../http/api/caller.ts';
import { neverCached, type Content } from '../../http/api/content.ts';
import type { CoverUploads } from '../../media/cover-uploads.ts';
import { streamGrowingZip } from '../../media/zip/write-zip.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import { archiveFiles, feedsOpml, progressCsv } from './archive.ts';
import type { DataExportStore, Owner } from './store.ts';

/**
 * Exports data that people entered, for other programs or another Octavo. Throws Forbidden for the scope of
 * the household unless the caller is an admin.
 */
export interface DataExportService {
  archive(caller: Caller, scope: DataExportScope): Content;
  progress(caller: Caller, scope: DataExportScope): Content;
  feeds(): Content;
}

export const createDataExportService = ({
  store,
  readLists,
  uploads,
  version,
  clock,
}: {
  store: DataExportStore;
  readLists: Pick<ReadListsService, 'export'>;
  uploads: Pick<CoverUploads, 'read'>;
  version: string;
  clock: () => Date;
}): DataExportService => {
  const content = (
    name: string,
    media_type: string,
    body: NonNullable<Content['body']>,
  ): Content => ({
    ...{ media_type, body, etag: crypto.randomUUID(), cache_control: neverCached },
    download_name: name.replace('*', clock().toISOString().slice(0, 10)),
  });
  const ownerOf = ({ user_pk, permissions }: Caller, scope: DataExportScope): Owner => {
    const shows_folders = seesFolders({ permissions }) ? 1 : 0;
    if (scope === 'me') return { user_pk, shows_folders };
    if (permissions.has('system-admin')) return { user_pk: null, shows_folders: 1 };
    throw new AppError('Forbidden', 'Only an admin can export the data of the whole household');
  };
  const writeCbl = (id: string): Buffer | null => {
    const { body } = readLists.export(id);
    return Buffer.isBuffer(body) ? body : null;
  };
  return {
    archive(caller, scope) {
      const options = { store, scope, owner: ownerOf(caller, scope), version, now: clock() };
      const files = () => archiveFiles({ ...options, readCover: uploads.read, writeCbl });
      const chunks = () => streamGrowingZip(files());
      return content('octavo-export-*.zip', 'application/zip', { size: null, chunks });
    },
    progress(caller, scope) {
      const owner = ownerOf(caller, scope);
      const chunks = () => progressCsv(store, owner);
      return content('octavo-progress-*.csv', 'text/csv; charset=utf-8', { size: null, chunks });
    },
    feeds: () => content('octavo-feeds-*.opml', 'text/x-opml', Buffer.from(feedsOpml(store))),
  };
};
