import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { connectedSources } from '../../../../shared/api/import-connection.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import classes from './imports.module.css';
import { useConnectImport } from './queries.ts';

interface Props {
  source: (typeof connectedSources)[number];
  onStart: (id: string) => void;
}

const signIns = ['key', 'password'] as const;

/** Reads the API of a running server. */
export const ImportFromServer = ({ source, onStart }: Props) => {
  const { t } = useTranslation('imports');
  const [address, setAddress] = useState('');
  const [signIn, setSignIn] = useState<(typeof signIns)[number]>('key');
  const [username, setUsername] = useState('');
  const [secret, setSecret] = useState('');
  const connect = useConnectImport();
  const isKey = signIn === 'key';
  const isComplete = address.trim() !== '' && secret !== '' && (isKey || username.trim() !== '');
  const read = () =>
    connect.mutate(
      {
        source,
        address: address.trim(),
        credentials: isKey
          ? { api_key: secret.trim() }
          : { username: username.trim(), password: secret },
      },
      { onSuccess: ({ id }) => onStart(id) },
    );
  return (
    <form
      className={classes.form}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) read();
      }}
    >
      <TextInput
        type="url"
        label={t('address')}
        description={t('addressText')}
        value={address}
        maxLength={2048}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <SegmentedControl
        aria-label={t('signIn')}
        className={classes.way}
        value={signIn}
        data={signIns.map((value) => ({ value, label: t(`signInWith.${value}`) }))}
        onChange={setSignIn}
      />
      <div className={classes.ways}>
        {!isKey && (
          <TextInput
            label={t('username')}
            value={username}
            maxLength={255}
            autoCapitalize="off"
            onChange={({ currentTarget }) => setUsername(currentTarget.value)}
          />
        )}
        <PasswordInput
          className={classes.secret}
          label={isKey ? t('apiKey') : t('password')}
          value={secret}
          maxLength={500}
          autoComplete="new-password"
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        <Button type="submit" loading={connect.isPending} disabled={!isComplete}>
          {t('read')}
        </Button>
      </div>
      <p className={classes.quiet}>{t('addressNote')}</p>
      <FormError error={connect.error} />
    </form>
  );
};
