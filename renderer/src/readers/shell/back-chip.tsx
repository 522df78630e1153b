import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './back-chip.module.css';
import { BarButton } from './bar-button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface BackChipProps {
  /** The page from which a jump started. */
  page: number;
  run: (command: 'back') => void;
  onStay: () => void;
}

/** Offers the way back from a jump, which the back button of the browser or mouse also takes. */
export const BackChip = ({ page, run, onStay }: BackChipProps) => {
  const { t } = useTranslation('reader');
  const { history } = useRouter();
  useFocusReturn();
  useEffect(
    () =>
      history.block({
        blockerFn: ({ action }) => {
          if (action === 'BACK') run('back');
          return action === 'BACK';
        },
        enableBeforeUnload: false,
      }),
    [history, run],
  );
  return (
    <div className={classes.chip} role="status">
      <button type="button" className={classes.go} onClick={() => run('back')}>
        <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
        {t('back.go', { page })}
      </button>
      <BarButton label={t('back.dismiss')} icon={IconX} onClick={onStay} />
    </div>
  );
};
