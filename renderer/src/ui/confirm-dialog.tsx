import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Dialog, DialogActions } from './dialog.tsx';
import { Failure } from './failure.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What the button does, as its verb. */
  action: string;
  /** The change that is asked about: whether it runs, and how it failed. */
  change: { isPending: boolean; error: unknown };
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen, and what will not. */
  children: ReactNode;
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, action, change, onConfirm, onClose, children } = props;
  const { t } = useTranslation('common');
  return (
    <Dialog title={title} opened onClose={onClose}>
      {children}
      <Failure error={change.error} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color="danger" loading={change.isPending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
