import { Button } from '@mantine/core';
import {
  IconKey,
  IconPencil,
  IconPlugConnected,
  IconPlus,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { maxProviders, type SignInProvider } from '../../../../shared/api/sign-in-providers.ts';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProxyDialog } from './proxy-dialog.tsx';
import {
  providersQuery,
  proxySignInQuery,
  useCheckProvider,
  useDeleteProvider,
  useUpdateProvider,
} from './queries.ts';
import classes from './single-sign-on.module.css';

type Asking = { what: 'create' } | { what: 'edit' | 'delete'; provider: SignInProvider } | null;

const size = { size: 19, stroke: 1.6 };

/** OpenID providers, and sign-in by a header of a proxy. */
export const SingleSignOnSettings = () => {
  const { t } = useTranslation('singleSignOn');
  const query = useQuery(providersQuery());
  const { data } = query;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Section
        title={t('settings.title')}
        aside={
          <Button
            size="compact-md"
            leftSection={<IconPlus size={15} />}
            disabled={data === undefined || data.providers.length >= maxProviders}
            onClick={() => setAsking({ what: 'create' })}
          >
            {t('settings.add')}
          </Button>
        }
      >
        <p className={settings.intro}>{t('settings.text')}</p>
        <RowsState query={query} rows={1} compact />
        {data?.providers.length === 0 && <p className={settings.none}>{t('settings.none')}</p>}
        {data !== undefined && data.providers.length > 0 && (
          <ul className={settings.card} aria-label={t('settings.title')}>
            {data.providers.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                onAsk={(what) => setAsking({ what, provider })}
              />
            ))}
          </ul>
        )}
      </Section>
      <ProxySection />
      {data !== undefined && asking !== null && asking.what !== 'delete' && (
        <ProviderDialog
          provider={asking.what === 'edit' ? asking.provider : null}
          redirectUri={data.redirect_uri}
          signOutUri={data.sign_out_uri}
          onClose={close}
        />
      )}
      {asking?.what === 'delete' && <DeleteDialog provider={asking.provider} onClose={close} />}
    </>
  );
};

interface ProviderRowProps {
  provider: SignInProvider;
  onAsk: (what: 'edit' | 'delete') => void;
}

const ProviderRow = ({ provider, onAsk }: ProviderRowProps) => {
  const { t } = useTranslation('singleSignOn');
  const update = useUpdateProvider();
  const check = useCheckProvider();
  const { id, name, enabled } = provider;
  const state = [
    t('settings.people', { count: provider.people_count }),
    enabled ? null : t('settings.off'),
    provider.has_secret ? null : t('settings.noSecret'),
  ];
  const showResult = ({
    has_sign_out: hasSignOut,
    unknown_scopes: unknown,
  }: {
    has_sign_out: boolean;
    unknown_scopes: string[];
  }) =>
    showToast(
      unknown.length > 0
        ? t('settings.unknownScopes', { name, scopes: unknown.join(', ') })
        : t(hasSignOut ? 'settings.fits' : 'settings.fitsNoSignOut', { name }),
    );
  return (
    <ItemRow
      mark={<IconKey size={26} stroke={1.5} />}
      title={name}
      details={[provider.issuer, state.filter((part) => part !== null).join(' · ')]}
      actions={
        <>
          <SavingSwitch
            className={classes.switch}
            checked={enabled}
            aria-label={t('settings.enabled', { name })}
            onSave={(isEnabled) =>
              update.mutateAsync({ id, enabled: isEnabled }, { onError: reportFailure })
            }
          />
          <RowAction
            label={t('settings.checkOf', { name })}
            icon={<IconPlugConnected {...size} />}
            isBusy={check.isPending}
            onClick={() => check.mutate(id, { onSuccess: showResult, onError: reportFailure })}
          />
          <RowAction
            label={t('settings.editOf', { name })}
            icon={<IconPencil {...size} />}
            onClick={() => onAsk('edit')}
          />
          <RowAction
            label={t('settings.deleteOf', { name })}
            icon={<IconTrash {...size} />}
            onClick={() => onAsk('delete')}
          />
        </>
      }
    />
  );
};

const ProxySection = () => {
  const { t } = useTranslation('singleSignOn');
  const query = useQuery(proxySignInQuery());
  const { data } = query;
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t('proxy.title')}>
      <p className={settings.intro}>{t('proxy.text')}</p>
      <RowsState query={query} rows={1} compact />
      {data !== undefined && (
        <ul className={settings.card} aria-label={t('proxy.title')}>
          <ItemRow
            mark={<IconShieldCheck size={26} stroke={1.5} />}
            title={
              data.enabled
                ? t('proxy.on', {
                    header: data.user_header,
                    proxies: data.trusted_proxies.join(', '),
                  })
                : t('proxy.off')
            }
            actions={
              <RowAction
                label={t('proxy.edit')}
                icon={<IconPencil {...size} />}
                onClick={() => setOpen(true)}
              />
            }
          />
        </ul>
      )}
      {data !== undefined && isOpen && <ProxyDialog saved={data} onClose={() => setOpen(false)} />}
    </Section>
  );
};

const DeleteDialog = ({
  provider: { id, name },
  onClose,
}: {
  provider: SignInProvider;
  onClose: () => void;
}) => {
  const { t } = useTranslation('singleSignOn');
  const remove = useDeleteProvider();
  return (
    <ConfirmDialog
      title={t('settings.deleteTitle', { name })}
      action={t('settings.delete')}
      change={remove}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('settings.deleteText')}</p>
    </ConfirmDialog>
  );
};
