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
  /** Deleted, or hidden from this person. */
  isGone?: boolean;
  /** In a row; `Infinity` for what would fail again. */
  failures: number;
  onRetry: () => void;
  onClose: () => void;
  /** A better action than those, if there is one. */
  children?: ReactNode;
}

/** Shown instead of a book that cannot be opened. The first action is the one that most likely helps. */
export const ReaderError = ({
  reason,
  isGone = false,
  failures,
  onRetry,
  onClose,
  children,
}: ReaderErrorProps) => {
  const { t } = useTranslation('reader');
  const sentence = useTranslateServerMessage();
  useRetries(failures, onRetry);

  useCloseOnEscape(onClose);

  const canHelp = failures !== Infinity;
  const retry = (
    <button type="button" data-primary={canHelp || undefined} onClick={onRetry}>
      {t('retry')}
    </button>
  );
  return (
    <main className={classes.page} data-state="error">
      <h1>{t(isGone ? 'gone.title' : 'error.title')}</h1>
      <p role="alert">{isGone ? t('gone.text') : sentence(reason)}</p>
      <div className={buttons.row}>
        {canHelp && retry}
        {children}
        <button
          type="button"
          data-primary={(!canHelp && children === undefined) || undefined}
          onClick={onClose}
        >
          {t('close')}
        </button>
        {!canHelp && retry}
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
