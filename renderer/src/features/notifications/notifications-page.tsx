import { Button } from '@mantine/core';
import {
  IconBell,
  IconBrandDiscord,
  IconDeviceTablet,
  IconMail,
  IconPencil,
  IconPlus,
  IconRss,
  IconSend,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

import {
  maxDestinations,
  type DestinationKind,
  type NotificationDestination,
} from '../../../../shared/api/notifications.ts';
import { useCan } from '../../api/session-store.ts';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { openBookMail } from '../book-mail/book-mail-store.ts';
import { openBookFeed } from '../book-feeds/book-feed-store.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Row, Section } from '../settings/section.tsx';
import { ServerSettings } from '../settings/server-settings.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import settings from '../settings/settings-page.module.css';
import { DestinationDialog } from './destination-dialog.tsx';
import classes from './notifications.module.css';
import {
  destinationsQuery,
  useDeleteDestination,
  useTestDestination,
  useUpdateDestination,
} from './queries.ts';

const icons: Record<DestinationKind, ComponentType<{ size: number; stroke: number }>> = {
  webhook: IconWebhook,
  ntfy: IconBell,
  discord: IconBrandDiscord,
  mail: IconMail,
};

type Asking =
  { what: 'create' } | { what: 'edit' | 'delete'; destination: NotificationDestination } | null;

/** Where the person is notified, about what and how often. */
export const NotificationsPage = () => {
  const { t } = useTranslation('notifications');
  const query = useQuery(destinationsQuery());
  const { data } = query;
  const canRead = useCan('books-read');
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  return (
    <SettingsBody
      section="notifications"
      aside={
        <Button
          leftSection={<IconPlus size={15} />}
          disabled={data === undefined || data.length >= maxDestinations}
          onClick={() => setAsking({ what: 'create' })}
        >
          {t('add')}
        </Button>
      }
    >
      <p className={settings.intro}>{t('text')}</p>
      <Section title={t('destinations')} isNameHidden>
        <RowsState query={query} rows={2} compact />
        {data?.length === 0 && <p className={settings.none}>{t('none')}</p>}
        {data !== undefined && data.length > 0 && (
          <ul className={settings.card} aria-label={t('destinations')}>
            {data.map((destination) => (
              <DestinationRow
                key={destination.id}
                destination={destination}
                onAsk={(what) => setAsking({ what, destination })}
              />
            ))}
          </ul>
        )}
      </Section>
      {canRead && (
        <Section title={t('feed.section')}>
          <div className={settings.card}>
            <Row label={t('feed.title')} text={t('feed.text')}>
              <Button
                size="compact-md"
                variant="default"
                leftSection={<IconRss size={15} />}
                onClick={() => openBookFeed({ limit: null })}
              >
                {t('feed.show')}
              </Button>
            </Row>
          </div>
        </Section>
      )}
      {canRead && (
        <Section title={t('readers.title')}>
          <div className={settings.card}>
            <Row label={t('readers.title')} text={t('readers.text')}>
              <Button
                size="compact-md"
                variant="default"
                leftSection={<IconDeviceTablet size={15} />}
                onClick={() => openBookMail({ kind: 'none' })}
              >
                {t('readers.show')}
              </Button>
            </Row>
          </div>
        </Section>
      )}
      <ServerSettings section="notifications" />
      {asking?.what === 'create' && <DestinationDialog destination={null} onClose={close} />}
      {asking?.what === 'edit' && (
        <DestinationDialog destination={asking.destination} onClose={close} />
      )}
      {asking?.what === 'delete' && (
        <DeleteDialog destination={asking.destination} onClose={close} />
      )}
    </SettingsBody>
  );
};

interface DestinationRowProps {
  destination: NotificationDestination;
  onAsk: (what: 'edit' | 'delete') => void;
}

const DestinationRow = ({ destination, onAsk }: DestinationRowProps) => {
  const { t } = useTranslation('notifications');
  const { ago } = useLocale();
  const translate = useTranslateServerMessage();
  const update = useUpdateDestination();
  const test = useTestDestination();
  const { id, name, kind, events, last_sent_at: sent, last_error: error } = destination;
  const Icon = icons[kind];
  const size = { size: 19, stroke: 1.6 };
  const state = [
    t(`frequencies.${destination.frequency}`),
    sent === null ? t('neverSent') : t('sent', { ago: ago(sent) }),
    destination.pending_count > 0 ? t('pending', { count: destination.pending_count }) : null,
  ];
  return (
    <ItemRow
      mark={<Icon size={26} stroke={1.5} />}
      title={name}
      details={[
        `${t(`kinds.${kind}`)} · ${destination.address}`,
        events.map((event) => t(`events.${event}`)).join(', '),
        state.filter((part) => part !== null).join(' · '),
        error && <span className={classes.error}>{translate(error)}</span>,
      ]}
      actions={
        <>
          <SavingSwitch
            className={classes.switch}
            checked={destination.enabled}
            aria-label={t('enabled', { name })}
            onSave={(isEnabled) =>
              update.mutateAsync({ id, enabled: isEnabled }, { onError: reportFailure })
            }
          />
          <RowAction
            label={t('testOf', { name })}
            icon={<IconSend {...size} />}
            isBusy={test.isPending}
            onClick={() =>
              test.mutate(id, {
                onSuccess: () => showToast(t('tested', { name })),
                onError: reportFailure,
              })
            }
          />
          <RowAction
            label={t('editOf', { name })}
            icon={<IconPencil {...size} />}
            onClick={() => onAsk('edit')}
          />
          <RowAction
            label={t('deleteOf', { name })}
            icon={<IconTrash {...size} />}
            onClick={() => onAsk('delete')}
          />
        </>
      }
    />
  );
};

const DeleteDialog = ({
  destination: { id, name },
  onClose,
}: {
  destination: NotificationDestination;
  onClose: () => void;
}) => {
  const { t } = useTranslation('notifications');
  const remove = useDeleteDestination();
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      action={t('delete')}
      change={remove}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('deleteText')}</p>
    </ConfirmDialog>
  );
};
