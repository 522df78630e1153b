import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ReleaseSource } from '../../../../shared/api/release-sources.ts';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { useScheduleText } from '../settings/schedule-text.ts';
import { ServerSettings } from '../settings/server-settings.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import settings from '../settings/settings-page.module.css';
import { sourcesQuery, useDeleteSource, usePollSource, useUpdateSource } from './queries.ts';
import classes from './releases.module.css';
import { SourceDialog } from './source-dialog.tsx';

type Asking =
  | { what: 'create' }
  | { what: 'edit'; source: ReleaseSource }
  | { what: 'delete'; source: ReleaseSource }
  | null;

/** Release feeds with their schedule and last result. */
export const SourcesPage = () => {
  const { t } = useTranslation('releases');
  const query = useQuery(sourcesQuery());
  const { data } = query;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  return (
    <SettingsBody
      section="sources"
      aside={
        <Button leftSection={<IconPlus size={15} />} onClick={() => setAsking({ what: 'create' })}>
          {t('source.add')}
        </Button>
      }
    >
      <section className={settings.section} aria-label={t('sources')}>
        <RowsState query={query} rows={2} compact />
        {data?.length === 0 && <p className={settings.none}>{t('source.none')}</p>}
        {data !== undefined && data.length > 0 && (
          <ul className={settings.card}>
            {data.map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                onEdit={() => setAsking({ what: 'edit', source })}
                onDelete={() => setAsking({ what: 'delete', source })}
              />
            ))}
          </ul>
        )}
      </section>
      <ServerSettings section="sources" />
      {asking?.what === 'create' && <SourceDialog source={null} onClose={close} />}
      {asking?.what === 'edit' && <SourceDialog source={asking.source} onClose={close} />}
      {asking?.what === 'delete' && <DeleteDialog source={asking.source} onClose={close} />}
    </SettingsBody>
  );
};

interface SourceRowProps {
  source: ReleaseSource;
  onEdit: () => void;
  onDelete: () => void;
}

const SourceRow = ({ source, onEdit, onDelete }: SourceRowProps) => {
  const { t } = useTranslation('releases');
  const { ago } = useLocale();
  const scheduleText = useScheduleText();
  const update = useUpdateSource();
  const poll = usePollSource();
  const { id, display_name: name, last_polled_at: polled } = source;
  const buttons = [
    {
      label: t('source.poll'),
      Icon: IconRefresh,
      act: () =>
        poll.mutate(id, {
          onSuccess: () => showToast(t('source.polling', { name })),
          onError: reportFailure,
        }),
    },
    { label: t('source.edit'), Icon: IconPencil, act: onEdit },
    { label: t('source.delete'), Icon: IconTrash, act: onDelete },
  ];
  return (
    <li className={classes.release}>
      <div className={classes.about}>
        <strong>{name}</strong>
        <p>{source.url}</p>
        <p title={source.cron_schedule ?? undefined}>
          {[
            scheduleText(source.cron_schedule),
            polled === null ? t('source.unread') : t('source.read', { ago: ago(polled) }),
            source.language,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {source.last_error !== null && <p className={classes.error}>{source.last_error}</p>}
      </div>
      <div className={classes.actions}>
        <SavingSwitch
          checked={source.enabled}
          aria-label={t('source.enabled', { name })}
          onSave={(isEnabled) =>
            update.mutateAsync({ id, enabled: isEnabled }, { onError: reportFailure })
          }
        />
        {buttons.map(({ label, Icon, act }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon size={38} aria-label={`${label}: ${name}`} onClick={act}>
              <Icon size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </li>
  );
};

const DeleteDialog = ({ source, onClose }: { source: ReleaseSource; onClose: () => void }) => {
  const { t } = useTranslation(['releases', 'common']);
  const remove = useDeleteSource();
  return (
    <ConfirmDialog
      title={t('source.deleteTitle', { name: source.display_name })}
      action={t('source.delete')}
      change={remove}
      onConfirm={() => remove.mutate(source.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('source.deleteText')}</p>
    </ConfirmDialog>
  );
};
