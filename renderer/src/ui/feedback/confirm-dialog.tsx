import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { Dialog, DialogActions } from './dialog.tsx';
import { FormError } from './form-error.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Label of the confirm button: a verb. */
  action: string;
  /** State of the mutation. */
  change: { isPending: boolean; error: unknown };
  onConfirm: () => void;
  onClose: () => void;
  /** Explains the consequences. */
  children: ReactNode;
}

/** Asks for confirmation of an action that cannot be undone. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, action, change, onConfirm, onClose, children } = props;
  return (
    <Dialog title={title} opened onClose={onClose}>
      {children}
      <FormError error={change.error} />
      <DialogActions onCancel={onClose}>
        <Button color="danger" loading={change.isPending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
