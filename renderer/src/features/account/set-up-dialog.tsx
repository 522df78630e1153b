import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { confirmSecondFactor, setUpSecondFactor } from '../../../../shared/api/second-factor.ts';
import type { EndpointResult } from '../../../../shared/endpoint.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { QrCode } from '../../ui/controls/qr-code.tsx';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import classes from './account.module.css';
import { CurrentPasswordInput } from './current-password-input.tsx';
import { CodeInput, RecoveryCodes } from './second-factor-dialogs.tsx';
import { secondFactorQuery, useConfirmedChange } from './second-factor-query.ts';

interface SetUpDialogProps {
  asksPassword: boolean;
  onClose: () => void;
}

/** The current password, then the QR code and its first code, then the recovery codes. */
export const SetUpDialog = ({ asksPassword, onClose }: SetUpDialogProps) => {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const start = useConfirmedChange([], () =>
    api.call(setUpSecondFactor, { body: { current_password: asksPassword ? password : null } }),
  );
  return (
    <Dialog title={t('factor.setUpTitle')} opened onClose={onClose}>
      {start.data === undefined ? (
        <DialogForm
          action={t('factor.next')}
          change={start}
          disabled={asksPassword && password === ''}
          onSubmit={() => start.mutate(undefined)}
          onCancel={onClose}
        >
          <p>{t('factor.setUpText')}</p>
          {asksPassword && <CurrentPasswordInput value={password} onChange={setPassword} />}
        </DialogForm>
      ) : (
        <ConfirmStep secret={start.data} onClose={onClose} />
      )}
    </Dialog>
  );
};

interface ConfirmStepProps {
  secret: EndpointResult<typeof setUpSecondFactor>;
  onClose: () => void;
}

const ConfirmStep = ({ secret: { secret, uri, qr_svg }, onClose }: ConfirmStepProps) => {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const confirm = useChange([secondFactorQuery.queryKey, ['sessions']], () =>
    api.call(confirmSecondFactor, { body: { code } }),
  );
  if (confirm.data !== undefined) {
    return <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onClose} />;
  }
  return (
    <DialogForm
      action={t('factor.turnOn')}
      change={confirm}
      disabled={code.trim() === ''}
      onSubmit={() => confirm.mutate(undefined)}
      onCancel={onClose}
    >
      <p>{t('factor.scan')}</p>
      <div className={classes.qr}>
        <QrCode svg={qr_svg} label={t('factor.qr')} size={200} />
        <Button component="a" href={uri} variant="default" className={classes.openApp}>
          {t('factor.open')}
        </Button>
      </div>
      <p>{t('factor.type')}</p>
      <p className={classes.key}>{secret}</p>
      <div>
        <CopyButton text={secret} what={t('factor.secret')} />
      </div>
      <CodeInput value={code} onChange={setCode} />
    </DialogForm>
  );
};
