import { useTranslation } from 'react-i18next';

import type { ReadingDevice } from '../../../../shared/api/progress-record.ts';
import notice from '../../ui/feedback/floating-notice.module.css';
import { useReader, useReaderActions } from '../comic/store/reader-context.tsx';
import classes from './progress-conflict.module.css';

/** For the comic reader. */
export const ComicProgressConflict = () => {
  const actions = useReaderActions();
  const remote = useReader((state) => state.remote);
  if (remote === null) return null;
  const forget = () => actions.set({ remote: null });
  return (
    <ProgressConflict
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
  /** The device that wrote the position, if known. */
  device: ReadingDevice | null;
  onGo: () => void;
  onStay: () => void;
}

/** Offers the newer position of another device; it never jumps there by itself. */
export const ProgressConflict = ({ page, device, onGo, onStay }: RemotePlaceProps) => {
  const { t } = useTranslation('reader');
  const name = device?.name ?? '';
  return (
    <div className={`${notice.floating} ${classes.toast}`} role="status">
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
