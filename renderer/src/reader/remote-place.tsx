import { useTranslation } from 'react-i18next';

import { useReader, useReaderActions } from './reader-context.tsx';
import classes from './remote-place.module.css';

/** Offers the place that another device has read on to; it never takes the reader there by itself. */
export const RemotePlace = () => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const page = useReader((state) => state.remotePage);
  if (page === null) return null;

  return (
    <div className={classes.toast} role="status">
      <span>{t('remote.question', { page })}</span>
      <button
        type="button"
        data-primary
        onClick={() => {
          actions.set({ remotePage: null });
          actions.goTo(page);
        }}
      >
        {t('remote.go', { page })}
      </button>
      <button type="button" onClick={() => actions.set({ remotePage: null })}>
        {t('remote.stay')}
      </button>
    </div>
  );
};
