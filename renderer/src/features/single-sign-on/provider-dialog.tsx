import { PasswordInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SignInProvider } from '../../../../shared/api/sign-in-providers.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { verbatimField } from '../../ui/controls/sign-in-fields.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { GroupRules, rulesOf, typedRules } from './group-rules.tsx';
import { useCreateProvider, useUpdateProvider } from './queries.ts';
import classes from './single-sign-on.module.css';

interface ProviderDialogProps {
  /** Null adds one. */
  provider: SignInProvider | null;
  /** With `{slug}`. */
  redirectUri: string;
  signOutUri: string;
  onClose: () => void;
}

const initial = {
  name: '',
  slug: '',
  issuer: '',
  client_id: '',
  creates_people: false,
  links_by_email: false,
  signs_out: true,
  scopes: 'openid profile email',
  name_claim: 'preferred_username',
  email_claim: 'email',
  groups_claim: 'groups',
  only_groups: [] as string[],
  group_roles: [] as SignInProvider['group_roles'],
  group_libraries: [] as SignInProvider['group_libraries'],
};

/** `My house` → `my-house`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 32)
    .replace(/-+$/, '');

type Fields = Omit<typeof initial, 'only_groups' | 'group_roles' | 'group_libraries'>;
type TextName = Exclude<keyof Fields, 'creates_people' | 'links_by_email' | 'signs_out'>;
type FlagName = Exclude<keyof Fields, TextName>;

const fieldsOf = ({
  name,
  slug,
  issuer,
  client_id,
  creates_people,
  links_by_email,
  signs_out,
  scopes,
  name_claim,
  email_claim,
  groups_claim,
}: Fields): Fields => ({
  ...{ name, slug, issuer, client_id, creates_people, links_by_email, signs_out, scopes },
  ...{ name_claim, email_claim, groups_claim },
});

/** Adds or edits an OpenID provider. The secret stays as it is unless a new one is entered. */
export const ProviderDialog = (props: ProviderDialogProps) => {
  const { provider, redirectUri, signOutUri, onClose } = props;
  const { t } = useTranslation(['singleSignOn', 'setup']);
  const [fields, setFields] = useState(() => fieldsOf(provider ?? initial));
  const [rules, setRules] = useState(() => typedRules(provider ?? initial));
  const [secret, setSecret] = useState('');
  const [isSlugTyped, setSlugTyped] = useState(provider !== null);
  const create = useCreateProvider();
  const update = useUpdateProvider();
  const slug = isSlugTyped ? fields.slug : slugOf(fields.name);

  const save = () => {
    const body = {
      ...fields,
      slug,
      ...rulesOf(rules),
      ...(secret !== '' && { client_secret: secret }),
    };
    if (provider === null) create.mutate(body, { onSuccess: onClose });
    else update.mutate({ id: provider.id, ...body }, { onSuccess: onClose });
  };
  const text = (name: TextName) => ({
    ...verbatimField,
    autoComplete: 'off',
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFields({ ...fields, [name]: currentTarget.value }),
  });
  const flag = (name: FlagName) => ({
    checked: fields[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFields({ ...fields, [name]: currentTarget.checked }),
  });
  const needed = [fields.name, slug, fields.issuer, fields.client_id, fields.scopes];

  return (
    <Dialog
      title={t(provider === null ? 'provider.create' : 'provider.edit')}
      opened
      onClose={onClose}
      size={620}
    >
      <DialogForm
        action={t(provider === null ? 'provider.add' : 'provider.save')}
        change={provider === null ? create : update}
        disabled={needed.some((value) => value.trim() === '')}
        onSubmit={save}
        onCancel={onClose}
      >
        <TextInput
          label={t('provider.name')}
          description={t('provider.nameText')}
          maxLength={100}
          data-autofocus
          {...text('name')}
        />
        <TextInput
          label={t('provider.slug')}
          description={t('provider.slugText')}
          maxLength={32}
          {...text('slug')}
          value={slug}
          onChange={({ currentTarget }) => {
            setSlugTyped(true);
            setFields({ ...fields, slug: currentTarget.value });
          }}
        />
        <div className={classes.uris}>
          <p>{t('provider.uriText')}</p>
          <Uri label={t('provider.redirectUri')} uri={redirectUri.replace('{slug}', slug || '…')} />
          <Uri label={t('provider.signOutUri')} uri={signOutUri} />
        </div>
        <TextInput
          type="url"
          label={t('provider.issuer')}
          description={t('provider.issuerText')}
          maxLength={2048}
          {...text('issuer')}
        />
        <TextInput label={t('provider.clientId')} maxLength={255} {...text('client_id')} />
        <PasswordInput
          label={t('provider.secret')}
          description={t(
            provider?.has_secret === true ? 'provider.secretKeep' : 'provider.secretText',
          )}
          {...verbatimField}
          autoComplete="new-password"
          maxLength={1024}
          visibilityToggleButtonProps={{ 'aria-label': t('setup:owner.showPassword') }}
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        <Switch
          label={t('provider.creates')}
          description={t('provider.createsText')}
          {...flag('creates_people')}
        />
        <Switch
          label={t('provider.byEmail')}
          description={t('provider.byEmailText')}
          {...flag('links_by_email')}
        />
        <Switch label={t('provider.signsOut')} {...flag('signs_out')} />
        <GroupRules value={rules} onChange={setRules} />
        <details className={classes.more}>
          <summary>{t('provider.more')}</summary>
          <div>
            <TextInput label={t('provider.scopes')} maxLength={500} {...text('scopes')} />
            <TextInput label={t('provider.nameClaim')} maxLength={255} {...text('name_claim')} />
            <TextInput label={t('provider.emailClaim')} maxLength={255} {...text('email_claim')} />
            <TextInput
              label={t('provider.groupsClaim')}
              description={t('provider.groupsClaimText')}
              maxLength={255}
              {...text('groups_claim')}
            />
          </div>
        </details>
      </DialogForm>
    </Dialog>
  );
};

const Uri = ({ label, uri }: { label: string; uri: string }) => (
  <div className={classes.uri}>
    <span>
      {label}
      <code>{uri}</code>
    </span>
    <CopyButton text={uri} what={label} />
  </div>
);
