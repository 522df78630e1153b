import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Sharing } from '../../../../shared/api/sharing.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { Row } from '../settings/section.tsx';
import { ReachDialog } from './reach-dialog.tsx';

/** Shows when a device last connected, and opens the connection test. */
export const ReachRow = ({ sharing: { last_device_at: last } }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const { ago } = useLocale();
  const [testing, setTesting] = useState(false);
  const text = last === null ? t('reach.nobody') : t('reach.last', { ago: ago(last) });
  return (
    <Row label={t('reach.label')} text={text}>
      <Button variant="default" onClick={() => setTesting(true)}>
        {t('reach.action')}
      </Button>
      {testing && <ReachDialog onClose={() => setTesting(false)} />}
    </Row>
  );
};
