import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { hasCode } from '../../../../shared/errors.ts';
import { signIn } from '../../api/sign-in.ts';
import {
  currentPasswordField,
  oneTimeCodeField,
  usernameField,
} from '../../ui/controls/sign-in-fields.ts';
import { AuthForm } from '../../ui/layout/auth-form.tsx';

const empty = { username: '', password: '', code: '' };

/** The server's reply if it asks for more than the password, or null. */
const reasonOf = (error: unknown): 'otp_required' | 'otp_wrong' | 'credentials' | null => {
  if (!hasCode(error, 'Unauthorized')) return null;
  const { reason } = Object(error.details) as { reason?: unknown };
  return reason === 'otp_required' || reason === 'otp_wrong' ? reason : 'credentials';
};

interface PasswordFormProps {
  stays: boolean;
  /** Below the fields. */
  children: ReactNode;
}

/** Name and password; then the code, if two-factor sign-in is on. */
export const PasswordForm = ({ stays, children }: PasswordFormProps) => {
  const { t } = useTranslation('setup');
  const form = useForm({ defaultValues: empty });
  const { errors } = form.formState;
  const [asksCode, setAsksCode] = useState(false);

  const change = useMutation({
    mutationFn: ({ username, password, code }: typeof empty) =>
      signIn({
        username,
        password,
        stay_signed_in: stays,
        ...(asksCode ? { code: code.trim() } : {}),
      }),
    onError: (error) => {
      const reason = reasonOf(error);
      if (reason === 'otp_required') setAsksCode(true);
      else form.setFocus(reason === 'otp_wrong' ? 'code' : 'password', { shouldSelect: true });
    },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (asksCode) setFocus('code');
  }, [asksCode, setFocus]);

  const reason = reasonOf(change.error);
  const messages = {
    otp_required: '',
    otp_wrong: t('signIn.codeWrong'),
    credentials: t('signIn.wrong'),
  };
  return (
    <AuthForm
      action={t('signIn.action')}
      change={change}
      message={reason === null ? undefined : messages[reason]}
      onSubmit={form.handleSubmit((fields) => change.mutate(fields))}
    >
      <TextInput
        label={t('signIn.name')}
        size="md"
        {...usernameField}
        autoComplete="username webauthn"
        autoFocus
        {...form.register('username', { required: t('signIn.nameMissing') })}
        error={errors.username?.message}
      />
      <PasswordInput
        label={t('owner.password')}
        size="md"
        {...currentPasswordField}
        visibilityToggleButtonProps={{ 'aria-label': t('owner.showPassword') }}
        {...form.register('password', { required: t('owner.passwordMissing') })}
        error={errors.password?.message}
      />
      {asksCode && (
        <TextInput
          label={t('signIn.code')}
          description={t('signIn.codeText')}
          size="md"
          {...oneTimeCodeField}
          {...form.register('code', { required: t('signIn.codeMissing') })}
          error={errors.code?.message}
        />
      )}
      {children}
    </AuthForm>
  );
};
