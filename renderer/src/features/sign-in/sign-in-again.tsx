import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import classes from './sign-in-again.module.css';
import { SignInForms } from './sign-in-page.tsx';

/** Covers the page of a person whose session has expired, with all that they typed, until they sign in again. */
export const SignInAgain = () => {
  const { t } = useTranslation('setup');
  const { href } = useLocation();
  const client = useQueryClient();
  const cover = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = cover.current;
    dialog?.showModal();
    return () => {
      // Returns the focus to the field in which the person was.
      dialog?.close();
      void client.invalidateQueries();
    };
  }, [client]);
  return (
    <dialog
      ref={cover}
      className={classes.cover}
      aria-label={t('signIn.title')}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it in spite of that when Escape is pressed twice.
      onClose={() => cover.current?.showModal()}
      // The page below has keys of its own.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <AuthLayout title={t('signIn.title')} text={t('signIn.expired')}>
        <SignInForms returnPath={href} />
      </AuthLayout>
    </dialog>
  );
};
