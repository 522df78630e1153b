import {
  useMutation,
  useQueryClient,
  type UseMutateAsyncFunction,
  type UseMutateFunction,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { updateSharing, type Sharing, type TlsMode } from '../../../../shared/api/sharing.ts';
import { api } from '../../api/client.ts';
import { errorText } from '../../ui/feedback/error-text.ts';
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
  mutateAsync: UseMutateAsyncFunction<Sharing, Error, SharingChanges>;
  isPending: boolean;
  error: Error | null;
  /** Error message of the last change. */
  message: string | null;
}

/** Changes the given fields; the server's response updates the page at once. */
export const useSharingChange = ({ enabled }: Sharing): SharingChange => {
  const { t } = useTranslation('devices');
  const client = useQueryClient();
  const { mutate, mutateAsync, isPending, error } = useMutation({
    mutationFn: (changes: SharingChanges) =>
      api.call(updateSharing, { body: { enabled, ...changes } }),
    onSuccess: (changed) => {
      client.setQueryData(sharingQuery().queryKey, changed);
      // Refetch derived data: the URLs of the reader apps.
      void client.invalidateQueries({ queryKey: sharingQuery().queryKey });
    },
  });
  const message = error === null ? null : (errorText(error) ?? t('sharing.failed'));
  return { mutate, mutateAsync, isPending, error, message };
};
