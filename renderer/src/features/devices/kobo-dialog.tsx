import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { createKobo, type CreatedKobo } from '../../../../shared/api/kobo.ts';
import { api } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { useChange } from '../../api/use-change.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { devicePermissions } from './device-rights.ts';
import classes from './devices.module.css';
import { KoboChoice } from './kobo-choice-dialog.tsx';
import { devicesQuery, sharingQuery } from './queries.ts';
import { SharedFirst } from './shared-first.tsx';

/** Connects a Kobo e-reader: its name, the line for its configuration, and then what it is sent. */
export const KoboDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('kobo');
  return (
    <Dialog title={t('connect.title')} opened onClose={onClose}>
      <SharedFirst onClose={onClose}>
        <Connecting onClose={onClose} />
      </SharedFirst>
    </Dialog>
  );
};

const Connecting = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['kobo', 'devices']);
  const granted = useUser()?.permissions ?? [];
  const [name, setName] = useState('Kobo');
  const [made, setMade] = useState<CreatedKobo | null>(null);
  const [isConfigured, setConfigured] = useState(false);
  const create = useChange([devicesQuery().queryKey], () =>
    api.call(createKobo, {
      body: { name: name.trim(), permissions: devicePermissions(granted) },
    }),
  );
  if (made && isConfigured) return <KoboChoice device={made.device} onClose={onClose} />;
  if (made) return <Steps urls={made.urls} onNext={() => setConfigured(true)} />;
  return (
    <DialogForm
      action={t('connect.create')}
      change={create}
      disabled={name.trim() === ''}
      onSubmit={() => create.mutate(undefined, { onSuccess: setMade })}
      onCancel={onClose}
    >
      <p className={classes.lead}>{t('connect.text')}</p>
      <TextInput
        label={t('devices:name')}
        value={name}
        maxLength={100}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </DialogForm>
  );
};

const Steps = ({ urls, onNext }: { urls: readonly string[]; onNext: () => void }) => {
  const { t } = useTranslation('kobo');
  const { data: sharing } = useQuery(sharingQuery());
  const [url, setUrl] = useState(urls[0] ?? '');
  const line = `api_endpoint=${url}`;
  const isUntrusted = url.startsWith('https:') && sharing?.tls.mode === 'generated';
  return (
    <>
      {urls.length > 1 && (
        <Select
          label={t('connect.address')}
          value={url}
          allowDeselect={false}
          data={urls.map((value) => ({ value, label: new URL(value).host }))}
          onChange={(value) => value !== null && setUrl(value)}
        />
      )}
      {isUntrusted && <p className={classes.warning}>{t('connect.certificate')}</p>}
      <ol className={classes.steps}>
        <li>{t('connect.open')}</li>
        <li>
          {t('connect.replace')}
          <div className={classes.line}>
            <code>{line}</code>
            <CopyButton text={line} what={t('connect.line')} />
          </div>
        </li>
        <li>{t('connect.sync')}</li>
      </ol>
      <p className={classes.warning}>{t('connect.once')}</p>
      <DialogActions>
        <Button onClick={onNext}>{t('connect.next')}</Button>
      </DialogActions>
    </>
  );
};
