import { Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ProxySignInSettings } from '../../../../shared/api/sign-in-providers.ts';
import { verbatimField } from '../../ui/controls/sign-in-fields.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { GroupRules, linesOf, rulesOf, typedRules } from './group-rules.tsx';
import { useUpdateProxySignIn } from './queries.ts';

/** Edits sign-in by a header of a trusted proxy. */
export const ProxyDialog = ({
  saved,
  onClose,
}: {
  saved: ProxySignInSettings;
  onClose: () => void;
}) => {
  const { t } = useTranslation('singleSignOn');
  const [fields, setFields] = useState(saved);
  const [proxies, setProxies] = useState(saved.trusted_proxies.join('\n'));
  const [rules, setRules] = useState(() => typedRules(saved));
  const update = useUpdateProxySignIn();
  const save = () =>
    update.mutate(
      { ...fields, trusted_proxies: linesOf(proxies), ...rulesOf(rules) },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={t('proxy.title')} opened onClose={onClose} size={620}>
      <DialogForm
        action={t('provider.save')}
        change={update}
        disabled={fields.user_header.trim() === ''}
        onSubmit={save}
        onCancel={onClose}
      >
        <Switch
          label={t('proxy.enabled')}
          checked={fields.enabled}
          onChange={({ currentTarget }) => setFields({ ...fields, enabled: currentTarget.checked })}
        />
        <Textarea
          label={t('proxy.proxies')}
          description={t('proxy.proxiesText')}
          {...verbatimField}
          rows={2}
          value={proxies}
          onChange={({ currentTarget }) => setProxies(currentTarget.value)}
        />
        <TextInput
          label={t('proxy.userHeader')}
          {...verbatimField}
          maxLength={64}
          value={fields.user_header}
          onChange={({ currentTarget }) =>
            setFields({ ...fields, user_header: currentTarget.value })
          }
        />
        <TextInput
          label={t('proxy.groupsHeader')}
          {...verbatimField}
          maxLength={64}
          value={fields.groups_header}
          onChange={({ currentTarget }) =>
            setFields({ ...fields, groups_header: currentTarget.value })
          }
        />
        <Switch
          label={t('proxy.creates')}
          checked={fields.creates_people}
          onChange={({ currentTarget }) =>
            setFields({ ...fields, creates_people: currentTarget.checked })
          }
        />
        <GroupRules value={rules} onChange={setRules} />
      </DialogForm>
    </Dialog>
  );
};
