import { useTranslation } from 'react-i18next';

import { errorMessage } from '../../api/client.ts';
import { useTranslateServerMessage } from './translate-server-message.ts';
import classes from './form-error.module.css';

/** Error message within a form or dialog; renders nothing for null. */
export const FormError = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('common');
  const sentence = useTranslateServerMessage();
  if (error === null) return null;
  const message = errorMessage(error);
  return <FormMessage text={message === null ? t('error.unreachable') : sentence(message)} />;
};

/** A translated error message within a form; renders nothing without one. */
export const FormMessage = ({ text }: { text: string | undefined }) =>
  text !== undefined && (
    <p role="alert" className={classes.failure}>
      {text}
    </p>
  );
