import { Button } from '@mantine/core';
import { useRef, type ReactNode, type SubmitEvent } from 'react';

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
  const { action, change, disabled = false, onCancel, children } = props;
  const isBusy = useRef(false);
  const submit = async (event: SubmitEvent) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await props.onSubmit(event);
    } finally {
      // By then, a mutation that it started has made the button busy.
      setTimeout(() => (isBusy.current = false));
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event);
      }}
    >
      {children}
      {change && <FormError error={change.error} />}
      <DialogActions onCancel={onCancel}>
        <Button
          type="submit"
          disabled={disabled}
          loading={change?.isPending ?? false}
          // The second click of a double click, which comes after a fast response.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {action}
        </Button>
      </DialogActions>
    </form>
  );
};
