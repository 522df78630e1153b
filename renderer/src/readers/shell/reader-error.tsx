import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import buttons from './buttons.module.css';
import { leaveFullscreen } from './fullscreen.ts';
import classes from './reader-page.module.css';
import { useRetries } from './use-retries.ts';
import { useSlowLoad } from './use-slow-load.ts';

interface ReaderErrorProps {
  /** Message for the user. */
  reason: string;
  /** In a row; `Infinity` for what would fail again. */
  failures: number;
  onRetry: () => void;
  onClose: () => void;
  /** Alternative actions. */
  children?: ReactNode;
}

/** Shown instead of a book that cannot be opened. */
export const ReaderError = ({ reason, failures, onRetry, onClose, children }: ReaderErrorProps) => {
  const { t } = useTranslation('reader');
  const sentence = useTranslateServerMessage();
  useRetries(failures, onRetry);

  useCloseOnEscape(onClose);

  return (
    <main className={classes.page} data-state="error">
      <h1>{t('error.title')}</h1>
      <p role="alert">{sentence(reason)}</p>
      <div className={buttons.row}>
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

interface ReaderLoadingProps {
  label: string;
  onRetry: () => void;
  onClose: () => void;
}

/** Shown until a book is loaded; after a while, with a way out. */
export const ReaderLoading = ({ label, onRetry, onClose }: ReaderLoadingProps) => {
  const { t } = useTranslation('reader');
  const isSlow = useSlowLoad(true, onRetry);
  useCloseOnEscape(onClose);
  return (
    <main className={classes.page} data-state="loading" aria-busy aria-label={label}>
      {isSlow && (
        <div className={buttons.row}>
          <button type="button" onClick={onRetry}>
            {t('retry')}
          </button>
          <button type="button" onClick={onClose}>
            {t('close')}
          </button>
        </div>
      )}
    </main>
  );
};

const useCloseOnEscape = (onClose: () => void): void => {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !leaveFullscreen()) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
};
