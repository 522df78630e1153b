import { useTranslation } from 'react-i18next';

import type { ReadingDevice } from '../../../../shared/api/progress-record.ts';
import notice from '../../ui/feedback/floating-notice.module.css';
import classes from './progress-conflict.module.css';

interface ProgressConflictProps {
  page: number;
  /** The device that wrote the position, if known. */
  device: ReadingDevice | null;
  onGo: () => void;
  onStay: () => void;
}

/** Offers the newer position of another device; it never jumps there automatically. */
export const ProgressConflict = ({ page, device, onGo, onStay }: ProgressConflictProps) => {
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
