import { Button } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';

import { DialogActions } from './dialog.tsx';
import classes from './dialog.module.css';
import { FormError } from './form-error.tsx';

interface DialogFormProps {
  /** Label of the submit button: a verb. */
  action: string;
  /** State of the mutation, if the form saves something. */
  change?: { isPending: boolean; error: unknown };
  disabled?: boolean;
  onSubmit: (event: SubmitEvent) => unknown;
  onCancel: () => void;
  children: ReactNode;
}

/** The fields of a dialog, then the error of its mutation and its buttons. */
export const DialogForm = (props: DialogFormProps) => {
  const { action, change, disabled = false, onSubmit, onCancel, children } = props;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event);
      }}
    >
      {children}
      {change && <FormError error={change.error} />}
      <DialogActions onCancel={onCancel}>
        <Button type="submit" disabled={disabled} loading={change?.isPending ?? false}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
};
