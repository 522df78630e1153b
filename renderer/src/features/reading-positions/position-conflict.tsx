import { Button } from '@mantine/core';
import { IconBookmarkQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { PlaceQuestion } from '../../../../shared/api/reading-places.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import notice from '../../ui/feedback/floating-notice.module.css';
import { useClientName } from '../../ui/text/use-client-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './position-conflict.module.css';
import { useResolveConflict } from './queries.ts';
import { usePositionConflict } from './use-position-conflict.ts';

/** The former position of the book, and the device. */
const useQuestionText = () => {
  const { t } = useTranslation('book');
  const { ago } = useLocale();
  const clientName = useClientName();
  return ({ earlier }: PlaceQuestion) => {
    const values = { page: earlier.current_page, when: ago(earlier.read_at) };
    const device = clientName(earlier.device?.name ?? '');
    return device === '' ? t('place.was', values) : t('place.wasOn', { ...values, device });
  };
};

/**
 * The parent shows the result: these buttons unmount with the response, so their callbacks would be
 * lost.
 */
const Answers = ({
  question,
  answer,
  later,
  onEarlier,
}: {
  question: PlaceQuestion;
  answer: ReturnType<typeof useResolveConflict>;
  /** Label of the button for the later position. */
  later: string;
  onEarlier?: () => void;
}) => {
  const { t } = useTranslation('book');
  return (
    <span className={classes.answers}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={answer.isPending}
        onClick={() => answer.mutate('earlier', onEarlier && { onSuccess: onEarlier })}
      >
        {t('place.earlier', { page: question.earlier.current_page })}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={answer.isPending}
        onClick={() => answer.mutate('later')}
      >
        {later}
      </Button>
    </span>
  );
};

/** On the card of a book in progress. */
export const CardPositionConflict = ({ question }: { question: PlaceQuestion }) => {
  const { t } = useTranslation('book');
  const text = useQuestionText();
  const answer = useResolveConflict(question.book_id);
  const later = t('place.later', { page: question.later.current_page });
  return (
    <div className={classes.card} role="status">
      <span>{text(question)}</span>
      <Answers question={question} answer={answer} later={later} />
    </div>
  );
};

/** On a book's page. */
export const PositionConflictBanner = ({ bookId }: { bookId: string }) => {
  const { t } = useTranslation('book');
  const question = usePositionConflict(bookId);
  const text = useQuestionText();
  const answer = useResolveConflict(bookId);
  if (question === undefined) return null;
  const later = t('place.later', { page: question.later.current_page });
  return (
    <Banner
      icon={<IconBookmarkQuestion />}
      title={t('place.title')}
      action={<Answers question={question} answer={answer} later={later} />}
    >
      {text(question)}
    </Banner>
  );
};

/**
 * Over a book that was just opened. `onEarlier` is called once the earlier position is restored.
 */
export const OpenedPositionConflict = ({
  bookId,
  onEarlier,
}: {
  bookId: string;
  onEarlier: () => void;
}) => {
  const question = usePositionConflict(bookId);
  const { t } = useTranslation('book');
  const text = useQuestionText();
  const answer = useResolveConflict(bookId);
  if (question === undefined) return null;
  return (
    <div className={`${notice.floating} ${classes.opened}`} role="status">
      <span>{text(question)}</span>
      <Answers question={question} answer={answer} onEarlier={onEarlier} later={t('place.stay')} />
    </div>
  );
};
