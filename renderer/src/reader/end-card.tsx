import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { bookThumbnailUrl } from '../api/client.ts';
import { bookQuery } from '../api/queries.ts';
import classes from './end-card.module.css';
import type { Step } from './navigation.ts';
import { useReader, useReaderActions } from './reader-context.tsx';
import { neighbourOf } from './reader-store.ts';

/**
 * What comes before or after this book. It only asks: the neighbour opens on its button or on one
 * more turn of the page, so that nobody leaves a book by accident.
 */
export const EndCard = ({ step, isInline = false }: { step: Step; isInline?: boolean }) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const id = useReader((state) => neighbourOf(state.book, step));
  const isAsking = useReader((state) => state.end === step);
  const neighbour = useQuery({ ...bookQuery(id ?? ''), enabled: id !== null });
  const side = step === 1 ? 'next' : 'previous';

  return (
    <div
      role="group"
      className={classes.card}
      data-inline={isInline || undefined}
      data-asking={isAsking || undefined}
      aria-label={t(`end.${side}`)}
    >
      {id === null ? (
        <p>{t(`end.${side}None`)}</p>
      ) : (
        <>
          <img className={classes.cover} src={bookThumbnailUrl(id)} alt="" />
          <div className={classes.text}>
            <span>{t(`end.${side}`)}</span>
            <strong>{neighbour.data?.title ?? '…'}</strong>
            <span>{isInline && !isAsking ? '' : t('end.again')}</span>
          </div>
        </>
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
        {!isInline && (
          <button type="button" onClick={() => actions.set({ end: null })}>
            {t('end.stay')}
          </button>
        )}
      </div>
    </div>
  );
};
