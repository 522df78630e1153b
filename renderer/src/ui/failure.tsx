import { useTranslation } from 'react-i18next';

import { errorMessage } from '../api/client.ts';
import classes from './failure.module.css';

/** What went wrong with a form or a question, where it was asked; nothing while `error` is null. */
export const Failure = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('common');
  if (error === null) return null;
  return (
    <p role="alert" className={classes.failure}>
      {errorMessage(error) ?? t('error.unreachable')}
    </p>
  );
};
