import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { RowsState } from '../settings/rows-skeleton.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import { RenewCodesDialog, TurnOffDialog } from './second-factor-dialogs.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { SetUpDialog } from './set-up-dialog.tsx';

/** Codes of an authenticator app that follow the password. */
export const SecondFactor = () => {
  const { t } = useTranslation('account');
  const query = useQuery(secondFactorQuery);
  const [asking, setAsking] = useState<'set-up' | 'turn-off' | 'renew' | null>(null);
  const { data } = query;
  const close = () => setAsking(null);
  return (
    <Section title={t('factor.title')}>
      <RowsState query={query} rows={1} compact />
      {data !== undefined && (
        <div className={settings.card}>
          <Row
            label={t(data.enabled ? 'factor.on' : 'factor.off')}
            text={t(data.enabled ? 'factor.onText' : 'factor.offText')}
          >
            <Button
              variant="default"
              onClick={() => setAsking(data.enabled ? 'turn-off' : 'set-up')}
            >
              {t(data.enabled ? 'factor.turnOff' : 'factor.setUp')}
            </Button>
          </Row>
          {data.enabled && (
            <Row
              label={t('factor.codes')}
              text={t('factor.codesLeft', { count: data.recovery_codes_left })}
            >
              <Button variant="default" onClick={() => setAsking('renew')}>
                {t('factor.renew')}
              </Button>
            </Row>
          )}
        </div>
      )}
      {data !== undefined && asking === 'set-up' && (
        <SetUpDialog asksPassword={data.current_password_required} onClose={close} />
      )}
      {data !== undefined && asking === 'turn-off' && (
        <TurnOffDialog asksPassword={data.current_password_required} onClose={close} />
      )}
      {asking === 'renew' && <RenewCodesDialog onClose={close} />}
    </Section>
  );
};
