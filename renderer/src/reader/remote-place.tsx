import { useTranslation } from 'react-i18next';

import { useReader, useReaderActions } from './reader-context.tsx';
import classes from './remote-place.module.css';

/** In the reader of comics. */
export const RemotePage = () => {
  const actions = useReaderActions();
  const page = useReader((state) => state.remotePage);
  if (page === null) return null;
  const forget = () => actions.set({ remotePage: null });
  return (
    <RemotePlace
      page={page}
      onGo={() => {
        forget();
        actions.goTo(page);
      }}
      onStay={forget}
    />
  );
};

interface RemotePlaceProps {
  page: number;
  onGo: () => void;
  onStay: () => void;
}

/** Offers the place that another device has read on to; it never takes the reader there by itself. */
export const RemotePlace = ({ page, onGo, onStay }: RemotePlaceProps) => {
  const { t } = useTranslation('reader');
  return (
    <div className={classes.toast} role="status">
      <span>{t('remote.question', { page })}</span>
      <button type="button" data-primary onClick={onGo}>
        {t('remote.go', { page })}
      </button>
      <button type="button" onClick={onStay}>
        {t('remote.stay')}
      </button>
    </div>
  );
};
