import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import classes from './editing.module.css';

/** Confirms discarding unsaved changes. */
export const DirtyGuard = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => {
  const { t } = useTranslation('editing');
  return (
    <div className={classes.guard} role="alertdialog" aria-label={t('guard.title')}>
      <p>{t('guard.title')}</p>
      <Button variant="default" onClick={onStay} data-autofocus autoFocus>
        {t('guard.stay')}
      </Button>
      <Button color="danger" onClick={onLeave}>
        {t('guard.leave')}
      </Button>
    </div>
  );
};
