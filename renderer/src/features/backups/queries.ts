import { queryOptions } from '@tanstack/react-query';

import {
  cancelRestore,
  createBackup,
  deleteBackup,
  getBackupState,
  listBackups,
  restoreBackup,
  uploadBackup,
} from '../../../../shared/api/backups.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

const key = ['backups'];
const affected = [key];
const busyMs = 700;

export const backupsQuery = () =>
  queryOptions({
    queryKey: [...key, 'list'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(listBackups, { query: { pageSize: maxPageSize }, signal })).data,
  });

/** Polls while the server restarts; the 401 afterwards leads to the sign-in page. */
export const backupStateQuery = (restarting: boolean) =>
  queryOptions({
    queryKey: [...key, 'state'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getBackupState, { signal }),
    refetchInterval: restarting ? busyMs : false,
  });

export const useCreateBackup = () => useChange(affected, () => api.call(createBackup));

export const useUploadBackup = () =>
  useChange(affected, (file: Blob) => api.call(uploadBackup, { body: file }));

export const useDeleteBackup = () =>
  useChange(affected, (name: string) => api.call(deleteBackup, { params: { name } }));

export const useRestoreBackup = () =>
  useChange(affected, (name: string) => api.call(restoreBackup, { params: { name } }));

export const useCancelRestore = () => useChange(affected, () => api.call(cancelRestore));
