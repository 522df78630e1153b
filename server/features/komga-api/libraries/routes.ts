import type { Library } from '../../../../shared/api/libraries.ts';
import { type Caller, seesFolders } from '../../../http/api/caller.ts';
import type { LibrariesService } from '../../libraries/service.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';
import { intervalOf } from './bodies.ts';

/** Libraries sorted by name. */
export const komgaLibraryRoutes = ({
  libraries,
}: {
  libraries: Pick<LibrariesService, 'list' | 'get'>;
}): KomgaRoute[] => [
  komgaRoute(
    { method: 'GET', path: '/api/v1/libraries', needs: ['libraries-read'] },
    async ({ caller }) => {
      const all = await libraries.list({ page: 1, pageSize: 10_000, sort: byName });
      return (all.data as Library[]).map((library) => komgaLibrary(library, caller));
    },
  ),
  komgaRoute(
    { method: 'GET', path: '/api/v1/libraries/:id', needs: ['libraries-read'] },
    async ({ caller, params: { id = '' } }) => komgaLibrary(await libraries.get(id), caller),
  ),
];

const byName = { field: 'name', direction: 'asc' } as const;

/** Fields without a counterpart get the format's defaults. */
export const komgaLibrary = (library: Library, caller: Caller) => ({
  id: library.id,
  name: library.name,
  // The path on the server is hidden from readers.
  root: seesFolders(caller) ? library.path : '',
  importComicInfoBook: true,
  importComicInfoSeries: true,
  importComicInfoCollection: false,
  importComicInfoReadList: false,
  importComicInfoSeriesAppendVolume: false,
  importEpubBook: true,
  importEpubSeries: true,
  importMylarSeries: true,
  importLocalArtwork: true,
  importBarcodeIsbn: false,
  scanForceModifiedTime: false,
  scanOnStartup: library.scanning_config.scan_on_start,
  scanInterval: intervalOf(library),
  scanCbx: true,
  scanPdf: true,
  scanEpub: true,
  scanDirectoryExclusions: library.excluded_patterns,
  repairExtensions: false,
  convertToCbz: false,
  emptyTrashAfterScan: false,
  seriesCover: 'FIRST',
  hashFiles: true,
  hashPages: false,
  hashKoreader: false,
  analyzeDimensions: true,
  oneshotsDirectory: null,
  unavailable: !library.available,
});
