import {
  cancelRestore,
  createBackup,
  deleteBackup,
  getBackupFile,
  getBackupState,
  listBackups,
  restoreBackup,
  uploadBackup,
} from '../../../shared/api/backups.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { BackupsService } from './service.ts';

export const backupsRoutes = ({ backups }: { backups: BackupsService }): Route[] => [
  route(listBackups, ({ query }) => backups.list(query)),
  route(createBackup, () => backups.start()),
  route(getBackupState, () => backups.state()),
  route(uploadBackup, ({ body }) => backups.upload(body)),
  route(cancelRestore, () => backups.cancelRestore()),
  route(getBackupFile, ({ params }) => backups.file(params.name)),
  route(deleteBackup, ({ params }) => backups.remove(params.name)),
  route(restoreBackup, ({ params }) => backups.restore(params.name)),
];
