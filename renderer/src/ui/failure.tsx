import { useTranslation } from 'react-i18next';

import { errorMessage } from '../api/client.ts';
import { useServerSentence } from './server-sentence.ts';
import classes from './failure.module.css';

/** What went wrong with a form or a question, where it was asked; nothing while `error` is null. */
export const Failure = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('common');
  const sentence = useServerSentence();
  if (error === null) return null;
  const message = errorMessage(error);
  return (
    <p role="alert" className={classes.failure}>
      {message === null ? t('error.unreachable') : sentence(message)}
    </p>
  );
};
