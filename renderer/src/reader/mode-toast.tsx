import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './mode-toast.module.css';
import { useReader } from './reader-context.tsx';

/** Milliseconds that it stays. */
const duration = 2400;

/**
 * Says for a moment which way the book is read and what that was taken from. A book that runs from
 * left to right opens without it.
 */
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
