import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  deleteApiKey,
  listApiKeys,
  updateApiKey,
  type ApiKey,
} from '../../../../shared/api/api-keys.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { useCan } from '../../api/session-store.ts';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import { couldChange } from './apps-section.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

type Asking = { what: 'create' } | { what: 'revoke'; key: ApiKey } | null;

/** API keys with which other programs act for the user. */
export const ApiKeys = () => {
  const { t } = useTranslation('account');
  const [page, setPage] = useState(1);
  const [asking, setAsking] = useState<Asking>(null);
  const canCreate = useCan('api-keys-write');
  const canRevoke = useCan('api-keys-delete');
  const { date, ago } = useLocale();
  const query = useQuery({
    queryKey: ['api-keys', page],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(listApiKeys, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const letChange = useChange(
    [['api-keys']],
    ({ id, apps_can_change }: { id: string; apps_can_change: boolean }) =>
      api.call(updateApiKey, { params: { id }, body: { apps_can_change } }),
    reportFailure,
  );
  const about = (key: ApiKey) =>
    [
      `${key.key_prefix}…`,
      t('keys.permissions', { count: key.permissions.length }),
      key.last_used_at === null ? t('keys.unused') : t('keys.used', { ago: ago(key.last_used_at) }),
      key.expires_at !== null && t('keys.expires', { date: date(key.expires_at) }),
      key.apps_can_change && couldChange(key.permissions) && t('apps.inKey'),
    ]
      .filter(Boolean)
      .join(' · ');

  return (
    <Section
      title={t('keys.title')}
      aside={
        canCreate && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconKey size={15} />}
            onClick={() => setAsking({ what: 'create' })}
          >
            {t('keys.create')}
          </Button>
        )
      }
    >
      <RowsState query={query} rows={2} compact />
      {data?.total === 0 && <p className={settings.none}>{t('keys.none')}</p>}
      {data !== undefined && data.total > 0 && (
        <div className={settings.card}>
          {data.data.map((key) => (
            <Row key={key.id} label={key.name} text={about(key)}>
              {canCreate && couldChange(key.permissions) && (
                <Tooltip label={t('apps.label')}>
                  <SavingSwitch
                    aria-label={`${key.name}: ${t('apps.label')}`}
                    checked={key.apps_can_change}
                    onSave={(apps_can_change) =>
                      letChange.mutateAsync({ id: key.id, apps_can_change })
                    }
                  />
                </Tooltip>
              )}
              {canRevoke && (
                <ActionIcon
                  size={38}
                  aria-label={t('revoke.of', { name: key.name })}
                  onClick={() => setAsking({ what: 'revoke', key })}
                >
                  <IconTrash size={18} stroke={1.6} />
                </ActionIcon>
              )}
            </Row>
          ))}
        </div>
      )}
      <Pager page={page} query={query} onPage={setPage} />
      {asking?.what === 'create' && <NewKeyDialog onClose={() => setAsking(null)} />}
      {asking?.what === 'revoke' && (
        <RevokeDialog apiKey={asking.key} onClose={() => setAsking(null)} />
      )}
    </Section>
  );
};

const RevokeDialog = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => {
  const { t } = useTranslation(['account', 'common']);
  const revoke = useChange([['api-keys']], () =>
    api.call(deleteApiKey, { params: { id: apiKey.id } }),
  );
  return (
    <ConfirmDialog
      title={t('revoke.title', { name: apiKey.name })}
      action={t('revoke.action')}
      change={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('revoke.text')}</p>
    </ConfirmDialog>
  );
};
