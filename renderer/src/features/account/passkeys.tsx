import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { listPasskeys, removePasskey, type Passkey } from '../../../../shared/api/passkeys.ts';
import { api } from '../../api/client.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { FormMessage } from '../../ui/feedback/form-error.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import {
  createPasskey,
  isPasskeyCancelled,
  isPasskeyKnown,
  passkeyObstacle,
} from '../sign-in/passkey-browser.ts';
import { CurrentPasswordInput } from './current-password-input.tsx';
import { secondFactorQuery, useConfirmedChange } from './second-factor-query.ts';

type Asking = { what: 'create' } | { what: 'remove'; passkey: Passkey } | null;

const affected = [['passkeys'], ['setup-status']];

/** Keys of devices that sign in without a password. */
export const Passkeys = () => {
  const { t } = useTranslation(['account', 'setup']);
  const { date, ago } = useLocale();
  const [asking, setAsking] = useState<Asking>(null);
  const query = useQuery({
    queryKey: ['passkeys'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(listPasskeys, { signal }),
  });
  const { data: confirmation } = useQuery(secondFactorQuery);
  const obstacle = passkeyObstacle();
  const passkeys = query.data?.passkeys ?? [];
  const close = () => setAsking(null);
  const about = ({ host, created_at, last_used_at }: Passkey) =>
    [
      host,
      t('passkeys.created', { date: date(created_at) }),
      last_used_at === null ? t('keys.unused') : t('keys.used', { ago: ago(last_used_at) }),
    ].join(' · ');

  return (
    <Section
      title={t('passkeys.title')}
      aside={
        obstacle === null &&
        confirmation !== undefined && (
          <Button size="compact-md" variant="default" onClick={() => setAsking({ what: 'create' })}>
            {t('passkeys.create')}
          </Button>
        )
      }
    >
      <RowsState query={query} rows={1} compact />
      {query.data !== undefined && passkeys.length === 0 && (
        <p className={settings.none}>{t('passkeys.none')}</p>
      )}
      {obstacle !== null && <p className={settings.none}>{t(`setup:passkey.${obstacle}`)}</p>}
      {passkeys.length > 0 && (
        <div className={settings.card}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} label={passkey.name} text={about(passkey)}>
              <ActionIcon
                size={38}
                aria-label={t('passkeys.remove', { name: passkey.name })}
                onClick={() => setAsking({ what: 'remove', passkey })}
              >
                <IconTrash size={18} stroke={1.6} />
              </ActionIcon>
            </Row>
          ))}
        </div>
      )}
      {asking?.what === 'create' && confirmation !== undefined && (
        <NewPasskeyDialog asksPassword={confirmation.current_password_required} onClose={close} />
      )}
      {asking?.what === 'remove' && confirmation !== undefined && (
        <RemovePasskeyDialog
          passkey={asking.passkey}
          asksPassword={confirmation.current_password_required}
          onClose={close}
        />
      )}
    </Section>
  );
};

interface NewPasskeyDialogProps {
  asksPassword: boolean;
  onClose: () => void;
}

interface RemovePasskeyDialogProps extends NewPasskeyDialogProps {
  passkey: Passkey;
}

const NewPasskeyDialog = ({ asksPassword, onClose }: NewPasskeyDialogProps) => {
  const { t } = useTranslation(['account', 'setup']);
  const [name, setName] = useState(t('passkeys.defaultName'));
  const [password, setPassword] = useState('');
  const create = useConfirmedChange(affected, () =>
    createPasskey(name.trim(), { current_password: asksPassword ? password : null }),
  );
  const isOfBrowser = isPasskeyCancelled(create.error) || isPasskeyKnown(create.error);
  const message = t(isPasskeyKnown(create.error) ? 'passkeys.known' : 'passkeys.cancelled');
  return (
    <Dialog title={t('passkeys.create')} opened onClose={onClose}>
      <DialogForm
        action={t('passkeys.create')}
        change={{ isPending: create.isPending, error: isOfBrowser ? null : create.error }}
        disabled={name.trim() === '' || (asksPassword && password === '')}
        onSubmit={() => create.mutate(undefined, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <p>{t('passkeys.text')}</p>
        <TextInput
          label={t('new.name')}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {asksPassword && <CurrentPasswordInput value={password} onChange={setPassword} />}
        {isOfBrowser && <FormMessage text={message} />}
      </DialogForm>
    </Dialog>
  );
};

const RemovePasskeyDialog = ({ passkey, asksPassword, onClose }: RemovePasskeyDialogProps) => {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const remove = useConfirmedChange(affected, () =>
    api.call(removePasskey, {
      params: { id: passkey.id },
      body: { current_password: asksPassword ? password : null },
    }),
  );
  return (
    <Dialog title={t('passkeys.removeTitle', { name: passkey.name })} opened onClose={onClose}>
      <DialogForm
        action={t('passkeys.removeAction')}
        change={remove}
        disabled={asksPassword && password === ''}
        onSubmit={() => remove.mutate(undefined, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <p>{t('passkeys.removeText')}</p>
        {asksPassword && <CurrentPasswordInput value={password} onChange={setPassword} />}
      </DialogForm>
    </Dialog>
  );
};
