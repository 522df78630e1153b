import { PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { languageOf } from '../../../../shared/languages.ts';
import {
  adminNotifications,
  destinationKinds,
  notificationEvents,
  notificationFrequencies,
  type DestinationKind,
  type NotificationDestination,
  type NotificationFrequency,
  type NotificationKind,
} from '../../../../shared/api/notifications.ts';
import { useCan, useUser } from '../../api/session-store.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import classes from './notifications.module.css';
import { useCreateDestination, useUpdateDestination } from './queries.ts';

interface DestinationDialogProps {
  /** Null adds one. */
  destination: NotificationDestination | null;
  onClose: () => void;
}

const initialEvents: NotificationKind[] = ['new_books', 'release'];

/** Adds or edits a destination. Secrets stay as they are unless new ones are entered. */
export const DestinationDialog = ({ destination, onClose }: DestinationDialogProps) => {
  const { t, i18n } = useTranslation('notifications');
  const me = useUser();
  const isNew = destination === null;
  const [name, setName] = useState(destination?.name ?? '');
  const [kind, setKind] = useState<DestinationKind>(destination?.kind ?? 'mail');
  const [address, setAddress] = useState(
    isNew ? (me?.email ?? '') : kind === 'mail' ? destination.address : '',
  );
  const [token, setToken] = useState('');
  const [events, setEvents] = useState(destination?.events ?? initialEvents);
  const [frequency, setFrequency] = useState<NotificationFrequency>(
    destination?.frequency ?? 'immediate',
  );
  const create = useCreateDestination();
  const update = useUpdateDestination();
  const language = languageOf(i18n.language);
  const takesToken = kind === 'webhook' || kind === 'ntfy';

  const save = () => {
    const fields = {
      name: name.trim(),
      events,
      frequency,
      language,
      ...(takesToken && token !== '' && { token }),
    };
    if (isNew) {
      create.mutate({ ...fields, kind, address }, { onSuccess: onClose });
      return;
    }
    const changes = address.trim() === '' ? fields : { ...fields, address };
    update.mutate({ id: destination.id, ...changes }, { onSuccess: onClose });
  };
  const choose = (chosen: DestinationKind) => {
    setAddress(chosen === 'mail' ? (me?.email ?? '') : '');
    setKind(chosen);
  };

  return (
    <Dialog title={t(isNew ? 'add' : 'edit')} opened onClose={onClose}>
      <DialogForm
        action={t(isNew ? 'create' : 'save')}
        change={isNew ? create : update}
        disabled={name.trim() === '' || (isNew && address.trim() === '') || events.length === 0}
        onSubmit={save}
        onCancel={onClose}
      >
        <TextInput
          label={t('name')}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {isNew && (
          <Select
            label={t('kind')}
            allowDeselect={false}
            value={kind}
            data={destinationKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(value) => choose(value ?? 'mail')}
          />
        )}
        <TextInput
          type={kind === 'mail' ? 'email' : 'url'}
          label={t(`address.${kind}`)}
          description={isNew ? t(`address.${kind}Text`) : t('address.keep')}
          placeholder={isNew || kind === 'mail' ? undefined : `${destination.address}/…`}
          spellCheck={false}
          autoComplete="off"
          maxLength={2048}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        {takesToken && (
          <PasswordInput
            label={t('token')}
            description={t(destination?.has_token === true ? 'tokenKeep' : 'tokenText')}
            autoComplete="new-password"
            maxLength={1024}
            value={token}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
          />
        )}
        <EventChoice value={events} onChange={setEvents} />
        <Select
          label={t('frequency')}
          allowDeselect={false}
          value={frequency}
          data={notificationFrequencies.map((value) => ({
            value,
            label: t(`frequencies.${value}`),
          }))}
          onChange={(value) => setFrequency(value ?? 'immediate')}
        />
      </DialogForm>
    </Dialog>
  );
};

const EventChoice = ({
  value,
  onChange,
}: {
  value: readonly NotificationKind[];
  onChange: (events: NotificationKind[]) => void;
}) => {
  const { t } = useTranslation('notifications');
  const isAdmin = useCan('system-admin');
  return (
    <fieldset className={classes.events}>
      <legend>{t('about')}</legend>
      {notificationEvents
        .filter((event) => isAdmin || !adminNotifications.includes(event))
        .map((event) => (
          <Switch
            key={event}
            label={t(`events.${event}`)}
            checked={value.includes(event)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked
                  ? [...value, event]
                  : value.filter((chosen) => chosen !== event),
              )
            }
          />
        ))}
    </fieldset>
  );
};
