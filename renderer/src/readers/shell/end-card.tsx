import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bookThumbnailUrl } from '../../api/client.ts';
import { useNeighbour } from '../../offline/use-neighbour.ts';
import { announce } from '../../ui/feedback/announce.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import buttons from './buttons.module.css';
import classes from './end-card.module.css';
import { isStandaloneFile } from './is-standalone-file.ts';
import { missingBetween } from './missing-books.ts';
import { hasUnreadable, neighbourOf, type OpenedBook, type Step } from './opened-book.ts';
import { swipeLength } from './swipe-length.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { createWheelTurner } from './wheel-turner.ts';
import { wheelPixels } from './zoom-gestures.ts';

interface EndCardProps {
  book: OpenedBook;
  step: Step;
  /** At the end of a strip instead of over the pages. */
  isInline?: boolean;
  /** Whether the position was reached by reading, not by a jump. */
  isRead: boolean;
  /** Whether the end of the book is reached, so that one more turn opens the neighbour. */
  isAsking: boolean;
  /** Action of the next turn, if any. */
  hint?: string | false;
  onOpenBook: (bookId: string) => void;
  onRestart: () => void;
  onClose: () => void;
  /** If omitted, the card cannot be closed. */
  onStay?: (() => void) | undefined;
  /** A finger swiped over the card, if the reader does not see it. */
  onSwipe?: (side: 'left' | 'right') => void;
  /** The wheel turns over the card, or a finger scrolls back. */
  onTurn?: ((step: Step) => void) | undefined;
}

/**
 * Card at either end of a book: the nearest book that can be read and the numbers missing in between, or at the end of a
 * series the ways out of it. It asks first, so that nobody leaves a book by accident: a button or one more page turn
 * opens the neighbour.
 */
export const EndCard = (props: EndCardProps) => {
  const { book, step, isInline = false, isRead, isAsking, hint } = props;
  const { onOpenBook, onRestart, onClose, onStay, onSwipe, onTurn } = props;
  const start = useRef<Point>(null);
  // The movement that reached the card goes on over it.
  const [wheel] = useState(() => createWheelTurner(performance.now()));
  useFocusReturn();
  const { t } = useTranslation('reader');
  const id = neighbourOf(book, step);
  const neighbour = useNeighbour(id);
  const side = step === 1 ? 'next' : 'previous';
  const list = book.list_name;
  const order = list === undefined ? 'series' : 'list';
  const isSkipping = hasUnreadable(book, step);
  // Neighbours on a reading list need not be consecutive in a series.
  const missing =
    neighbour.book && list === undefined && !isSkipping
      ? missingBetween(book, neighbour.book)
      : null;
  const gap = isSkipping
    ? t(id === null ? `end.unreadable.${side}` : 'end.unreadable.between')
    : missing &&
      (missing.first === missing.last
        ? t('end.missingOne', { number: missing.first })
        : t('end.missingSome', { ...missing }));
  const isLast = id === null && step === 1;
  // A dedicated window shows one book, so it is closed instead of becoming the library.
  const { own } = useSearch({ strict: false });
  const isAlone = isStandaloneFile(book) || own !== undefined;
  const heading = step === 1 && t(isRead ? 'end.finished' : 'end.reached', { title: book.title });
  const subject = t(`end.${order}.${side}`, { list });
  const none = !isStandaloneFile(book) && !isSkipping && t(`end.${order}.${side}None`, { list });
  const next = [subject, neighbour.book?.title, neighbour.isAway ? t('end.away') : hint];
  useAnnounceOnce(
    isAsking && (id === null || !neighbour.isLoading),
    [heading, ...(id === null ? [none] : next), gap].filter(Boolean).join(' – '),
  );
  const shown = id ?? (isLast ? book.id : null);

  return (
    <div
      role="group"
      className={classes.card}
      data-inline={isInline || undefined}
      data-asking={isAsking || undefined}
      aria-label={subject}
      onTouchStart={({ touches }) => {
        start.current = touches.length === 1 ? pointOf(touches[0]) : null;
      }}
      onTouchEnd={({ changedTouches }) => {
        const [from, end] = [start.current, pointOf(changedTouches[0])];
        if (!from || !end) return;
        const [across, down] = [end.x - from.x, end.y - from.y];
        const isAcross = Math.abs(across) > Math.abs(down);
        if (isAcross && Math.abs(across) > swipeLength) onSwipe?.(across < 0 ? 'left' : 'right');
        else if (!isAcross && down > swipeLength && onSwipe) onTurn?.(-1);
      }}
      onWheel={({ nativeEvent }) => {
        const { x, y } = wheelPixels(nativeEvent);
        if (nativeEvent.ctrlKey || Math.abs(x) > Math.abs(y)) return;
        const step = wheel.feed(y, false, performance.now());
        if (step === 1 || step === -1) onTurn?.(step);
      }}
    >
      {heading !== false && <h2 className={classes.heading}>{heading}</h2>}
      {shown !== null && (
        <span className={classes.cover}>
          <Cover
            src={bookThumbnailUrl(shown)}
            title={id === null ? book.title : (neighbour.book?.title ?? '')}
            eager
          />
        </span>
      )}
      {id === null ? (
        <p className={classes.text}>{none}</p>
      ) : (
        <div className={classes.text}>
          <span>{subject}</span>
          {(neighbour.book || neighbour.isLoading) && (
            <strong>{neighbour.book?.title ?? '…'}</strong>
          )}
          {neighbour.isAway && <span>{t('end.away')}</span>}
          {isAsking && hint && !neighbour.isAway && <span>{hint}</span>}
        </div>
      )}
      {gap !== null && (
        <p className={classes.missing}>
          <IconAlertTriangle size={16} aria-hidden />
          {gap}
        </p>
      )}
      <div className={`${buttons.row} ${classes.actions}`}>
        {step === 1 && (
          <button type="button" className={classes.again} onClick={onRestart}>
            {t('end.restart')}
          </button>
        )}
        {onStay && (
          <button type="button" onClick={onStay}>
            {t('end.stay')}
          </button>
        )}
        {isLast && !isAlone && (
          <Link to="/" replace>
            {t('end.home')}
          </Link>
        )}
        {id !== null && (
          <button
            type="button"
            data-primary
            disabled={neighbour.isAway}
            onClick={() => onOpenBook(id)}
          >
            {t(`end.${side}Open`)}
          </button>
        )}
        {isLast &&
          (isAlone ? (
            <button type="button" data-primary onClick={onClose}>
              {t('end.close')}
            </button>
          ) : (
            <Link to="/series/$seriesId" params={{ seriesId: book.series_id }} replace data-primary>
              {t('end.toSeries')}
            </Link>
          ))}
      </div>
    </div>
  );
};

interface Point {
  x: number;
  y: number;
}

const pointOf = (touch: React.Touch | undefined): Point | null =>
  touch ? { x: touch.clientX, y: touch.clientY } : null;

/** Announces the card to screen readers, because it takes no focus, but not each second of a countdown. */
const useAnnounceOnce = (isShown: boolean, text: string): void => {
  const announceText = useEffectEvent(() => announce(text));
  useEffect(() => {
    if (isShown) announceText();
  }, [isShown]);
};
