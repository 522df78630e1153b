import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { emailSchema, passwordSchema, usernameSchema } from '../../../../shared/api/auth.ts';
import { AppError } from '../../../../shared/errors.ts';
import { errorMessage } from '../../api/client.ts';
import { createOwner, startSession } from '../../api/session.ts';
import { emailField, newPasswordField, usernameField } from '../../ui/controls/sign-in-fields.ts';

/** Wizard step: create the administrator account; browsers only. */
export const OwnerStep = () => {
  const { t } = useTranslation(['setup', 'common']);
  const form = useForm({ defaultValues: { username: '', email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (owner) => {
    try {
      await createOwner(owner);
    } catch (error) {
      // Another account was created meanwhile, so show the regular sign-in.
      if (error instanceof AppError && error.code === 'Conflict') await startSession();
      form.setError('root', { message: errorMessage(error) ?? t('common:error.unreachable') });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('owner.username')}
        size="md"
        {...usernameField}
        autoFocus
        {...form.register('username', {
          validate: (name) => usernameSchema.safeParse(name).success || t('owner.usernameInvalid'),
        })}
        error={errors.username?.message}
      />
      <TextInput
        label={t('owner.email')}
        size="md"
        {...emailField}
        {...form.register('email', {
          validate: (email) => emailSchema.safeParse(email).success || t('owner.emailInvalid'),
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
          validate: (text) => passwordSchema.safeParse(text).success || t('owner.passwordRule'),
        })}
        error={errors.password?.message}
      />
      {errors.root !== undefined && <p role="alert">{errors.root.message}</p>}
      <Button type="submit" size="md" fullWidth loading={isSubmitting}>
        {t('owner.action')}
      </Button>
    </form>
  );
};
