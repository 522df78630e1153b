import { useMutation, useQueryClient, type UseMutateFunction } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { updateSharing, type Sharing, type TlsMode } from '../../../../shared/api/sharing.ts';
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
