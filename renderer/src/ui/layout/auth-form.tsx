import { Button } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';

import { FormError, FormMessage } from '../feedback/form-error.tsx';

interface AuthFormProps {
  /** Label of the submit button: a verb. */
  action: string;
  /** State of the mutation. */
  change: { isPending: boolean; error: unknown };
  /** Replaces the message of the error. */
  message?: string | undefined;
  disabled?: boolean;
  onSubmit: (event: SubmitEvent) => unknown;
  children: ReactNode;
}

/** The fields of a sign-in or setup page, then the error of its mutation and its button. */
export const AuthForm = (props: AuthFormProps) => {
  const { action, change, message, disabled = false, onSubmit, children } = props;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event);
      }}
    >
      {children}
      {message === undefined ? <FormError error={change.error} /> : <FormMessage text={message} />}
      <Button type="submit" size="md" fullWidth disabled={disabled} loading={change.isPending}>
        {action}
      </Button>
    </form>
  );
};
