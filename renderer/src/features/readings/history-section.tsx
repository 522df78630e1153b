import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showToast } from '../../ui/feedback/notify.ts';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import { useClearReadingHistory } from './queries.ts';

/** Clears the own reading history, after a confirmation. */
export const HistorySection = () => {
  const { t } = useTranslation('account');
  const canWrite = useCan('progress-write');
  const [isAsking, setAsking] = useState(false);
  const clear = useClearReadingHistory();
  const close = () => setAsking(false);
  if (!canWrite) return null;
  const confirm = () =>
    clear.mutate(undefined, {
      onSuccess: () => {
        close();
        showToast(t('history.cleared'));
      },
    });
  return (
    <Section title={t('history.title')}>
      <div className={settings.card}>
        <Row label={t('history.clear')} text={t('history.text')}>
          <Button size="compact-md" variant="default" onClick={() => setAsking(true)}>
            {t('history.action')}
          </Button>
        </Row>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('history.clear')}
          action={t('history.action')}
          change={clear}
          onConfirm={confirm}
          onClose={close}
        >
          <p>{t('history.confirm')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
};
