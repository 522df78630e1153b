import { createFileBinService } from '../features/file-bin/service.ts';
import { createFileBinStore } from '../features/file-bin/store.ts';
import { createFileBin } from '../scanner/file-bin/file-bin.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** The bins of libraries: `fileBin` for services that move files, `binnedFiles` for people. */
export const createBins = (
  { host, database, settings, bus, deletionClock, log }: AppContext,
  { scanAfterAdd }: BackgroundJobs,
  { media }: Pick<LibraryServices, 'media'>,
) => {
  const fileBin = createFileBin({
    database,
    onDrive: (root, work) => media.gate.run(root, work),
    onFailure: (error, path) => log.warn({ err: error, path }, 'file in the bin not deleted'),
  });
  const store = createFileBinStore(database);
  const binnedFiles = createFileBinService({
    ...{ store, bin: fileBin, scan: scanAfterAdd.soon, deletionClock, bus, log },
    handOver: () => {
      const folder = settings.get('library.bin_folder');
      if (folder !== '') return { folder };
      const { moveToSystemBin } = host;
      return moveToSystemBin && settings.get('desktop.system_bin') ? { moveToSystemBin } : null;
    },
  });
  return { fileBin, binnedFiles };
};
