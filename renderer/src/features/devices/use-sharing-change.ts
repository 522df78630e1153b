import { useMutation, useQueryClient, type UseMutateFunction } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { updateSharing, type Sharing, type TlsMode } from '../../../../shared/api/sharing.ts';
import { AppError } from '../../../../shared/errors.ts';
import { api, errorMessage } from '../../api/client.ts';
import { sharingQuery } from './queries.ts';

export interface SharingChanges {
  enabled?: boolean;
  interfaces?: string;
  port?: number;
  names?: string;
  tls?: TlsMode;
  tls_cert?: string;
  tls_key?: string;
}

export interface SharingChange {
  mutate: UseMutateFunction<Sharing, Error, SharingChanges>;
  isPending: boolean;
  error: Error | null;
  /** Why the last change was refused, in a sentence to show beside what was changed. */
  message: string | null;
}

/** Changes what is said and leaves the rest; what the server made of it is shown at once. */
export const useSharingChange = ({ enabled }: Sharing): SharingChange => {
  const { t } = useTranslation('devices');
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (changes: SharingChanges) =>
      api.call(updateSharing, { body: { enabled, ...changes } }),
    onSuccess: (changed) => {
      client.setQueryData(sharingQuery().queryKey, changed);
      // What is derived from it, the addresses of the reader apps.
      void client.invalidateQueries({ queryKey: sharingQuery().queryKey });
    },
  });
  const message = error === null ? null : (errorMessage(error) ?? t('sharing.failed'));
  return { mutate, isPending, error, message };
};

/** A port that can be used instead of the one that was refused. */
export const freePortOf = (error: Error | null): number | null => {
  const details = error instanceof AppError ? error.details : null;
  if (typeof details !== 'object' || details === null || !('free_port' in details)) return null;
  return typeof details.free_port === 'number' ? details.free_port : null;
};
