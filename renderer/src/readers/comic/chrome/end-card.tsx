import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useNeighbour } from '../../../offline/use-neighbour.ts';
import { EndCard } from '../../shell/end-card.tsx';
import { neighbourOf, type Step } from '../../shell/opened-book.ts';
import { isJumpedTo } from '../../shell/reading-moves.ts';
import { useReader, useReaderActions } from '../store/reader-context.tsx';
import { axisOfStrip } from '../input/navigation.ts';
import { endBehaviourOf } from '../store/end-behaviour.ts';

/** The end card of a comic; if configured, it opens the next book after a countdown. */
export const ComicEndCard = ({ step, isInline = false }: { step: Step; isInline?: boolean }) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const book = useReader((state) => state.book);
  const isAsking = useReader((state) => state.end === step);
  const isStrip = useReader((state) => axisOfStrip(state.mode) !== null);
  const isRead = useReader((state) => !isJumpedTo(state, true));
  const behaviour = useReader(endBehaviourOf);
  const next = neighbourOf(book, step);
  const { isAway } = useNeighbour(next);
  const isForward = step === 1 && next !== null && !isAway;
  const opensNext = isAsking && isForward && behaviour === 'continue';
  const left = useCountdown(opensNext);
  const isStopping = step === 1 && behaviour === 'stop';
  const hint = opensNext ? t('end.continues', { count: left }) : t('end.again');
  return (
    <EndCard
      book={book}
      step={step}
      isInline={isInline}
      isAsking={isAsking}
      isRead={isRead}
      hint={!isStopping && hint}
      onOpenBook={actions.open}
      onRestart={() => actions.goTo(1)}
      onClose={actions.close}
      onTurn={isStrip ? undefined : actions.turn}
      onStay={!isInline || opensNext ? actions.stay : undefined}
    />
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
