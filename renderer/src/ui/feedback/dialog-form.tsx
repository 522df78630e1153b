import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode, type SubmitEvent } from 'react';

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
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => focusFirstField(form.current), []);
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
      ref={form}
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

/**
 * Begins at the first field, not at the button that closes the dialog. Not by touch, where the
 * keyboard would cover the dialog.
 */
const focusFirstField = (form: HTMLFormElement | null): void => {
  if (!form || form.querySelector('[data-autofocus]') || !matchMedia('(pointer: fine)').matches)
    return;
  const field = form.querySelector<HTMLElement>(
    ':is(input, textarea, select):not([type="hidden"], [type="file"], :disabled)',
  );
  // For the dialog that opens with the form; a later form takes the focus itself.
  field?.setAttribute('data-autofocus', '');
  field?.focus({ preventScroll: true });
};
