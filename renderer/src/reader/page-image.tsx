import { IconPhotoX, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './page-image.module.css';
import type { PageShape, Size } from './page-shape.ts';
import { pageSource } from './page-source.ts';
import { wholePage, type PageView } from './page-view.ts';
import { useReader, useReaderActions } from './reader-context.tsx';
import { drawnPageWidth } from './spread-layout.ts';

interface PageImageProps {
  page: PageShape;
  /** The part of the page that is drawn; without it the whole page. */
  view?: PageView;
  /** CSS pixels, reserved before anything is loaded. */
  size: Size;
  /** Pages next to the visible ones are on the page already, but out of sight. */
  isVisible: boolean;
  /** `sync` shows a turned page in one frame, `async` never holds up scrolling. */
  decoding: 'sync' | 'async';
}

/** One page: its image, a quiet placeholder of the same shape before it, or an error with a retry. */
export const PageImage = ({
  page,
  view = wholePage,
  size,
  isVisible,
  decoding,
}: PageImageProps) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const bookId = useReader((state) => state.book.id);
  const sharpen = useReader((state) => state.settings.sharpen);
  const drawn = drawnPageWidth(view, size) * window.devicePixelRatio;
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<'loading' | 'loaded' | 'failed'>('loading');

  useEffect(() => {
    if (isVisible && outcome !== 'loading') actions.set({ isReady: true });
  }, [isVisible, outcome, actions]);

  return (
    <div className={classes.page} data-outcome={outcome} style={size}>
      {outcome === 'loading' && <span className={classes.number}>{page.number}</span>}
      {outcome === 'failed' ? (
        <PageError
          page={page.number}
          onRetry={() => {
            setOutcome('loading');
            setAttempt(attempt + 1);
          }}
        />
      ) : (
        <div className={classes.frame} style={frameOf(view, size)}>
          <img
            className={classes.image}
            style={placeOf(view)}
            src={pageSource(bookId, page, drawn, sharpen, attempt)}
            alt={t('page.alt', { page: page.number })}
            data-number={page.number}
            data-page={isVisible ? page.number : undefined}
            decoding={decoding}
            draggable={false}
            onLoad={({ currentTarget: image }) => {
              // Decoded before it is turned to; a failure of it shows as the image's own error.
              image.decode().catch(() => undefined);
              actions.measure(page.number, {
                width: image.naturalWidth,
                height: image.naturalHeight,
              });
              setOutcome('loaded');
            }}
            onError={() => setOutcome('failed')}
          />
        </div>
      )}
    </div>
  );
};

/** The frame has the sides of the page as it lies, and is turned about the middle where that is asked. */
const frameOf = ({ isTurned }: PageView, { width, height }: Size): CSSProperties =>
  isTurned ? { width: height, height: width, rotate: '90deg' } : { width, height };

/** Places the whole page so that the part to be drawn fills the frame. */
const placeOf = ({ part }: PageView): CSSProperties => ({
  width: `${100 / part.width}%`,
  height: `${100 / part.height}%`,
  left: `${(-100 * part.x) / part.width}%`,
  top: `${(-100 * part.y) / part.height}%`,
});

const PageError = ({ page, onRetry }: { page: number; onRetry: () => void }) => {
  const { t } = useTranslation('reader');
  return (
    <div className={classes.error} role="group" aria-label={t('page.failed', { page })}>
      <IconPhotoX size={32} stroke={1.4} aria-hidden />
      <p>{t('page.failed', { page })}</p>
      <button
        type="button"
        onClick={(event) => {
          event.stopPropagation();
          onRetry();
        }}
      >
        <IconRefresh size={16} aria-hidden /> {t('retry')}
      </button>
    </div>
  );
};
