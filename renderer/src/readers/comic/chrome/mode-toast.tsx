import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useReader } from '../store/reader-context.tsx';
import classes from './mode-toast.module.css';

/** Display time (ms). */
const duration = 2400;

/** Briefly shows the reading mode and why it applies. Not shown for a plain left-to-right book. */
export const ModeToast = () => {
  const { t } = useTranslation('reader');
  const mode = useReader((state) => state.mode);
  const reason = useReader((state) => state.modeReason);
  const [seen, setSeen] = useState('ltr');

  useEffect(() => {
    const timer = setTimeout(() => setSeen(mode), duration);
    return () => clearTimeout(timer);
  }, [mode]);

  if (seen === mode) return null;
  return (
    <p className={classes.toast} role="status">
      <strong>{t(`settings.mode.${mode}`)}</strong> {t(`reason.${reason}`)}
    </p>
  );
};
