import { useTranslation } from 'react-i18next';

import { errorText } from './error-text.ts';
import classes from './form-error.module.css';

/** Error message within a form or dialog; renders nothing for null. */
export const FormError = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('common');
  if (error === null) return null;
  return <FormMessage text={errorText(error) ?? t('error.unreachable')} />;
};

/** A translated error message within a form; renders nothing without one. */
export const FormMessage = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <p role="alert" className={classes.failure}>
      {text}
    </p>
  );
