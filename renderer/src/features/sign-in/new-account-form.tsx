import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { emailField, newPasswordField, usernameField } from '../../ui/controls/sign-in-fields.ts';
import { AuthForm } from '../../ui/layout/auth-form.tsx';
import {
  emailSchema,
  passwordSchema,
  usernameSchema,
} from '../../../../shared/api/account-fields.ts';

interface NewAccount {
  username: string;
  email: string | null;
  password: string;
}

interface NewAccountFormProps {
  /** Label of the submit button: a verb. */
  action: string;
  create: (account: NewAccount) => Promise<unknown>;
}

/** Name, address and password of a new account. */
export const NewAccountForm = ({ action, create }: NewAccountFormProps) => {
  const { t } = useTranslation('setup');
  const form = useForm({ defaultValues: { username: '', email: '', password: '' } });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: ({ email, ...account }: { username: string; email: string; password: string }) =>
      create({ ...account, email: email.trim() === '' ? null : email.trim() }),
  });
  const isEmail = (text: string) =>
    text.trim() === '' || emailSchema.safeParse(text.trim()).success;
  return (
    <AuthForm
      action={action}
      change={change}
      onSubmit={form.handleSubmit((account) => change.mutate(account))}
    >
      <TextInput
        label={t('owner.username')}
        size="md"
        {...usernameField}
        autoFocus
        {...form.register('username', {
          required: t('owner.usernameMissing'),
          validate: (name) => usernameSchema.safeParse(name).success || t('owner.usernameInvalid'),
        })}
        error={errors.username?.message}
      />
      <TextInput
        label={t('owner.email')}
        description={t('owner.emailText')}
        size="md"
        {...emailField}
        {...form.register('email', {
          validate: (email) => isEmail(email) || t('owner.emailInvalid'),
        })}
        error={errors.email?.message}
      />
      <PasswordInput
        label={t('owner.password')}
        description={t('owner.passwordRule')}
        size="md"
        {...newPasswordField}
        visibilityToggleButtonProps={{ 'aria-label': t('owner.showPassword') }}
        {...form.register('password', {
          required: t('owner.passwordMissing'),
          validate: (text) => passwordSchema.safeParse(text).success || t('owner.passwordRule'),
        })}
        error={errors.password?.message}
      />
    </AuthForm>
  );
};
