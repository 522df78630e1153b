import type { ScanMode } from '../../../../shared/api/scan-record.ts';
import { hasCode } from '../../../../shared/errors.ts';
import type { LibrariesService } from '../../libraries/service.ts';
import type { ScansService } from '../../scans/service.ts';
import type { TrashService } from '../../trash/service.ts';
import { accepted, conflictAsBadRequest } from '../admin.ts';
import { komgaRoute, type KomgaInput, type KomgaRoute } from '../route.ts';
import { changedLibrary, createdLibrary, libraryChangeOf, newLibraryOf } from './bodies.ts';
import { komgaLibrary } from './routes.ts';

const path = '/api/v1/libraries';
const writing = { needs: ['libraries-write'], admin: true } as const;

/** Makes, changes, removes and scans libraries. Removing one never deletes a file. */
export const komgaLibraryChangeRoutes = ({
  libraries,
  scans,
  trash,
}: {
  libraries: Pick<LibrariesService, 'get' | 'create' | 'update' | 'remove'>;
  scans: Pick<ScansService, 'start' | 'status' | 'cancel'>;
  trash: Pick<TrashService, 'empty'>;
}): KomgaRoute[] => {
  /**
   * A scan that is already active answers the request too if it is as thorough; otherwise the
   * thorough one replaces it.
   */
  const scan = async (id: string, mode: ScanMode) => {
    const { mode: active, status } = scans.status(id);
    const isActive = status === 'pending' || status === 'running';
    if (isActive && (active === 'deep' || mode === 'normal')) return accepted;
    if (isActive) await scans.cancel(id).catch(ignoreConflict);
    scans.start(id, mode);
    return accepted;
  };
  const update = (method: 'PATCH' | 'PUT') =>
    komgaRoute(
      { ...writing, method, path: `${path}/:id`, body: changedLibrary },
      ({ params: { id = '' }, body }) =>
        conflictAsBadRequest(async () => {
          await libraries.update(id, libraryChangeOf(body, await libraries.get(id)));
        }),
    );
  return [
    komgaRoute({ ...writing, method: 'POST', path, body: createdLibrary }, ({ caller, body }) =>
      conflictAsBadRequest(async () =>
        komgaLibrary(await libraries.create(newLibraryOf(body)), caller),
      ),
    ),
    update('PATCH'),
    update('PUT'),
    komgaRoute(
      { method: 'DELETE', path: `${path}/:id`, needs: ['libraries-delete'], admin: true },
      ({ params: { id = '' } }) => libraries.remove(id),
    ),
    komgaRoute(
      { ...writing, method: 'POST', path: `${path}/:id/scan` },
      ({ params: { id = '' }, query }: KomgaInput) =>
        scan(id, query.flag('deep') === true ? 'deep' : 'normal'),
    ),
    // A deep scan reads all files and their metadata again.
    ...['analyze', 'metadata/refresh'].map((what) =>
      komgaRoute(
        { ...writing, method: 'POST', path: `${path}/:id/${what}` },
        ({ params: { id = '' } }) => scan(id, 'deep'),
      ),
    ),
    komgaRoute(
      {
        method: 'POST',
        path: `${path}/:id/empty-trash`,
        needs: ['books-delete'],
        admin: true,
      },
      async ({ params: { id = '' } }) => {
        await trash.empty(id);
        return accepted;
      },
    ),
  ];
};

/** The scan has ended in the meantime. */
const ignoreConflict = (error: unknown): void => {
  if (!hasCode(error, 'Conflict')) throw error;
};
