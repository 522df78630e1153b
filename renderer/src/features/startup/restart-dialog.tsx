import { useTranslation } from 'react-i18next';

import type { Startup } from '../../../../shared/api/system.ts';
import { desktop } from '../../api/desktop.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import classes from './restart-dialog.module.css';

interface RestartDialogProps {
  startup: Startup;
  change: { isPending: boolean; error: unknown; mutate: () => void };
  onClose: () => void;
}

/** Confirms a restart, which interrupts all users, and lists the changes. */
export const RestartDialog = ({ startup, change, onClose }: RestartDialogProps) => {
  const { t } = useTranslation('settings');
  const { port, next_port: next } = startup;
  return (
    <ConfirmDialog
      title={t('startup.askTitle')}
      action={t('startup.restart')}
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <div className={classes.said}>
        <p>{t('startup.askText')}</p>
        {port !== next && <p>{t('startup.askMoves', { port: next })}</p>}
        {port !== next && desktop === undefined && <p>{t('startup.askSignIn')}</p>}
      </div>
    </ConfirmDialog>
  );
};
