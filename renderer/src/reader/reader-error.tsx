import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useServerSentence } from '../ui/server-sentence.ts';
import classes from './reader-page.module.css';

interface ReaderErrorProps {
  /** One sentence for the person. */
  reason: string;
  onRetry: () => void;
  onClose: () => void;
  /** Another way to go on. */
  children?: ReactNode;
}

/** Stands in for a book that cannot be opened, and says why. */
export const ReaderError = ({ reason, onRetry, onClose, children }: ReaderErrorProps) => {
  const { t } = useTranslation('reader');
  const sentence = useServerSentence();

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);

  return (
    <main className={classes.page} data-state="error">
      <h1>{t('error.title')}</h1>
      <p role="alert">{sentence(reason)}</p>
      <div className={classes.actions}>
        <button type="button" data-primary onClick={onRetry}>
          {t('retry')}
        </button>
        {children}
        <button type="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </main>
  );
};
