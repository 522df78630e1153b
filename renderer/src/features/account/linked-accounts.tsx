import { Button } from '@mantine/core';
import { IconKey, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { LinkedIdentity } from '../../../../shared/api/single-sign-on.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { FormMessage } from '../../ui/feedback/form-error.tsx';
import { showToast } from '../../ui/feedback/notify.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import { identitiesQuery, useLinkIdentity, useUnlinkIdentity } from '../single-sign-on/queries.ts';
import { useSsoFragment } from '../single-sign-on/sso-fragment.ts';
import { useFailureText } from '../single-sign-on/use-failure-text.ts';
import classes from './account.module.css';
import { CurrentPasswordInput } from './current-password-input.tsx';
import { secondFactorQuery } from './second-factor-query.ts';

type Provider = LinkedIdentity['provider'];
type Asking = { link: Provider } | { unlink: LinkedIdentity } | null;

/** Accounts at providers with which the person can sign in; nothing on a server without providers. */
export const LinkedAccounts = () => {
  const { t } = useTranslation('singleSignOn');
  const { data } = useQuery(identitiesQuery());
  const { data: confirmation } = useQuery(secondFactorQuery);
  const [asking, setAsking] = useState<Asking>(null);
  const { failure, linked, slug } = useSsoFragment();
  const failureText = useFailureText();
  const nameOf = (wanted: string | null) =>
    data?.providers.find((provider) => provider.slug === wanted)?.name;
  const linkedName = nameOf(linked);
  useEffect(() => {
    if (linkedName !== undefined) showToast(t('linked.done', { name: linkedName }));
  }, [linkedName, t]);

  if (data === undefined || data.providers.length + data.identities.length === 0) return null;
  const { identities, providers, has_password: hasPassword } = data;
  const asksPassword = hasPassword && confirmation?.current_password_required !== false;
  const unlinked = providers.filter(
    ({ slug }) => !identities.some(({ provider }) => provider.slug === slug),
  );
  const close = () => setAsking(null);
  return (
    <Section title={t('linked.title')}>
      <p className={settings.intro}>
        {[
          t(identities.length === 0 ? 'linked.none' : 'linked.text'),
          hasPassword ? '' : t('linked.noPassword'),
        ].join(' ')}
      </p>
      <FormMessage text={failureText(failure, nameOf(slug))} />
      {identities.length > 0 && (
        <ul className={settings.card} aria-label={t('linked.title')}>
          {identities.map((identity) => (
            <IdentityRow
              key={identity.id}
              identity={identity}
              onUnlink={() => setAsking({ unlink: identity })}
            />
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        {unlinked.map((provider) => (
          <Button
            key={provider.slug}
            variant="default"
            onClick={() => setAsking({ link: provider })}
          >
            {t('linked.link', { name: provider.name })}
          </Button>
        ))}
      </div>
      {asking && 'link' in asking && (
        <LinkDialog provider={asking.link} asksPassword={asksPassword} onClose={close} />
      )}
      {asking && 'unlink' in asking && (
        <UnlinkDialog identity={asking.unlink} asksPassword={asksPassword} onClose={close} />
      )}
    </Section>
  );
};

const IdentityRow = ({
  identity: { provider, label, last_used_at: used },
  onUnlink,
}: {
  identity: LinkedIdentity;
  onUnlink: () => void;
}) => {
  const { t } = useTranslation('singleSignOn');
  const { ago } = useLocale();
  const { name } = provider;
  return (
    <ItemRow
      mark={<IconKey size={26} stroke={1.5} />}
      title={name}
      details={[label, used === null ? t('linked.unused') : t('linked.used', { ago: ago(used) })]}
      actions={
        <RowAction
          label={t('linked.unlinkOf', { name })}
          icon={<IconLinkOff size={19} stroke={1.6} />}
          onClick={onUnlink}
        />
      }
    />
  );
};

interface LinkDialogProps {
  provider: Provider;
  asksPassword: boolean;
  onClose: () => void;
}

const LinkDialog = ({ provider: { slug, name }, asksPassword, onClose }: LinkDialogProps) => {
  const { t } = useTranslation('singleSignOn');
  const [password, setPassword] = useState('');
  const link = useLinkIdentity();
  return (
    <Dialog title={t('linked.linkTitle', { name })} opened onClose={onClose}>
      <DialogForm
        action={t('linked.linkAction')}
        change={link}
        disabled={asksPassword && password === ''}
        onSubmit={() => link.mutate({ slug, current_password: asksPassword ? password : null })}
        onCancel={onClose}
      >
        <p>{t('linked.linkText', { name })}</p>
        {asksPassword && <CurrentPasswordInput value={password} onChange={setPassword} />}
      </DialogForm>
    </Dialog>
  );
};

interface UnlinkDialogProps {
  identity: LinkedIdentity;
  asksPassword: boolean;
  onClose: () => void;
}

const UnlinkDialog = ({ identity: { id, provider }, asksPassword, onClose }: UnlinkDialogProps) => {
  const { t } = useTranslation('singleSignOn');
  const [password, setPassword] = useState('');
  const unlink = useUnlinkIdentity();
  const current_password = asksPassword ? password : null;
  return (
    <Dialog title={t('linked.unlinkTitle', { name: provider.name })} opened onClose={onClose}>
      <DialogForm
        action={t('linked.unlink')}
        change={unlink}
        disabled={asksPassword && password === ''}
        onSubmit={() => unlink.mutate({ id, current_password }, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <p>{t('linked.unlinkText')}</p>
        {asksPassword && <CurrentPasswordInput value={password} onChange={setPassword} />}
      </DialogForm>
    </Dialog>
  );
};
