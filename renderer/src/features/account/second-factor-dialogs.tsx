import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { renewRecoveryCodes, turnOffSecondFactor } from '../../../../shared/api/second-factor.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { oneTimeCodeField } from '../../ui/controls/sign-in-fields.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import classes from './account.module.css';
import { CurrentPasswordInput } from './current-password-input.tsx';
import { secondFactorQuery, useConfirmedChange } from './second-factor-query.ts';

const affected = [secondFactorQuery.queryKey];

interface CodeInputProps {
  value: string;
  onChange: (value: string) => void;
}

/** A code of the authenticator app. */
export const CodeInput = ({ value, onChange }: CodeInputProps) => {
  const { t } = useTranslation(['account', 'setup']);
  return (
    <TextInput
      label={t('setup:signIn.code')}
      {...oneTimeCodeField}
      maxLength={64}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
};

/** Recovery codes, which are shown only once. */
export const RecoveryCodes = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const { t } = useTranslation('account');
  return (
    <>
      <div className={classes.dialog}>
        <p>{t('factor.codesText')}</p>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div>
          <CopyButton text={codes.join('\n')} what={t('factor.codes')} />
        </div>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('created.done')}</Button>
      </DialogActions>
    </>
  );
};

interface TurnOffDialogProps {
  asksPassword: boolean;
  onClose: () => void;
}

export const TurnOffDialog = ({ asksPassword, onClose }: TurnOffDialogProps) => {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const turnOff = useConfirmedChange(affected, () =>
    api.call(turnOffSecondFactor, {
      body: { current_password: asksPassword ? password : null, code },
    }),
  );
  return (
    <Dialog title={t('factor.turnOff')} opened onClose={onClose}>
      <DialogForm
        action={t('factor.turnOff')}
        change={turnOff}
        disabled={code.trim() === '' || (asksPassword && password === '')}
        onSubmit={() => turnOff.mutate(undefined, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <p>{t('factor.turnOffText')}</p>
        {asksPassword && <CurrentPasswordInput value={password} onChange={setPassword} />}
        <CodeInput value={code} onChange={setCode} />
      </DialogForm>
    </Dialog>
  );
};

export const RenewCodesDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const renew = useChange(affected, () => api.call(renewRecoveryCodes, { body: { code } }));
  return (
    <Dialog title={t('factor.codes')} opened onClose={onClose}>
      {renew.data === undefined ? (
        <DialogForm
          action={t('factor.renew')}
          change={renew}
          disabled={code.trim() === ''}
          onSubmit={() => renew.mutate(undefined)}
          onCancel={onClose}
        >
          <p>{t('factor.renewText')}</p>
          <CodeInput value={code} onChange={setCode} />
        </DialogForm>
      ) : (
        <RecoveryCodes codes={renew.data.recovery_codes} onClose={onClose} />
      )}
    </Dialog>
  );
};
