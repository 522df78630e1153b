import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bookThumbnailUrl } from '../../../api/client.ts';
import { bookQuery } from '../../../api/queries.ts';
import classes from './end-card.module.css';
import { missingBetween } from '../store/missing-books.ts';
import type { Step } from '../input/navigation.ts';
import { useReader, useReaderActions } from '../store/reader-context.tsx';
import { atEndOf, neighbourOf } from '../store/reader-store.ts';

/**
 * Card at either end of a book, with the neighbouring book and the numbers missing in between. It
 * asks first, so that nobody leaves a book by accident: a button or one more page turn opens the
 * neighbour. If configured, it opens after a countdown.
 */
export const EndCard = ({ step, isInline = false }: { step: Step; isInline?: boolean }) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const book = useReader((state) => state.book);
  const id = neighbourOf(book, step);
  const isAsking = useReader((state) => state.end === step);
  const behaviour = useReader(atEndOf);
  const neighbour = useQuery({ ...bookQuery(id ?? ''), enabled: id !== null });
  const goesOn = isAsking && step === 1 && id !== null && behaviour === 'continue';
  const left = useCountdown(goesOn);
  const side = step === 1 ? 'next' : 'previous';
  const list = book.list_name;
  const order = list === undefined ? 'series' : 'list';
  // Neighbours on a reading list need not be consecutive in a series.
  const missing =
    neighbour.data && list === undefined ? missingBetween(book, neighbour.data) : null;
  const isStopping = step === 1 && behaviour === 'stop';

  return (
    <div
      role="group"
      className={classes.card}
      data-inline={isInline || undefined}
      data-asking={isAsking || undefined}
      aria-label={t(`end.${order}.${side}`, { list })}
    >
      {id === null ? (
        <p>{t(`end.${order}.${side}None`, { list })}</p>
      ) : (
        <>
          <img className={classes.cover} src={bookThumbnailUrl(id)} alt="" />
          <div className={classes.text}>
            <span>{t(`end.${order}.${side}`, { list })}</span>
            <strong>{neighbour.data?.title ?? '…'}</strong>
            {isAsking && !isStopping && (
              <span>{goesOn ? t('end.continues', { count: left }) : t('end.again')}</span>
            )}
          </div>
        </>
      )}
      {missing && (
        <p className={classes.missing}>
          <IconAlertTriangle size={16} aria-hidden />
          {missing.first === missing.last
            ? t('end.missingOne', { number: missing.first })
            : t('end.missingSome', { ...missing })}
        </p>
      )}
      <div className={classes.actions}>
        {id !== null && (
          <button type="button" data-primary onClick={() => actions.openBook(step)}>
            {t(`end.${side}Open`)}
          </button>
        )}
        {id === null && step === 1 && (
          <button type="button" data-primary onClick={() => actions.goTo(1)}>
            {t('end.restart')}
          </button>
        )}
        {(!isInline || goesOn) && (
          <button type="button" onClick={() => actions.set({ end: null, isStaying: true })}>
            {t('end.stay')}
          </button>
        )}
      </div>
    </div>
  );
};

/** Counts down while running and opens the next book at zero. Returns the seconds left. */
const useCountdown = (isRunning: boolean): number => {
  const actions = useReaderActions();
  const seconds = useReader((state) => state.settings.at_end_delay);
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const started = performance.now();
    const timer = setInterval(() => {
      const now = Math.round((performance.now() - started) / 1000);
      setPassed(now);
      if (now >= seconds) actions.openBook(1);
    }, 1000);
    return () => {
      clearInterval(timer);
      setPassed(0);
    };
  }, [isRunning, seconds, actions]);
  return Math.max(0, seconds - passed);
};
