import { useTranslation } from 'react-i18next';

import type { ReadingDevice } from '../../../shared/api/progress-record.ts';
import { useReader, useReaderActions } from './reader-context.tsx';
import classes from './remote-place.module.css';

/** In the reader of comics. */
export const RemotePage = () => {
  const actions = useReaderActions();
  const remote = useReader((state) => state.remote);
  if (remote === null) return null;
  const forget = () => actions.set({ remote: null });
  return (
    <RemotePlace
      {...remote}
      onGo={() => {
        forget();
        actions.goTo(remote.page);
      }}
      onStay={forget}
    />
  );
};

interface RemotePlaceProps {
  page: number;
  /** The one that wrote it, where that is known. */
  device: ReadingDevice | null;
  onGo: () => void;
  onStay: () => void;
}

/** Offers the place that another device has read on to; it never takes the reader there by itself. */
export const RemotePlace = ({ page, device, onGo, onStay }: RemotePlaceProps) => {
  const { t } = useTranslation('reader');
  const name = device?.name ?? '';
  return (
    <div className={classes.toast} role="status">
      <span>
        {name === ''
          ? t('remote.question', { page })
          : t('remote.questionDevice', { page, device: name })}
      </span>
      <button type="button" data-primary onClick={onGo}>
        {t('remote.go', { page })}
      </button>
      <button type="button" onClick={onStay}>
        {t('remote.stay')}
      </button>
    </div>
  );
};
