import { IconPhotoX, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

import type { ErrorBody } from '../../../../../shared/errors.ts';
import { pageUrl } from '../../../api/client.ts';
import { useIsLost } from '../../../api/connection-store.ts';
import { useTranslateServerMessage } from '../../../ui/feedback/translate-server-message.ts';
import { useRetries } from '../../shell/use-retries.ts';
import { useSlowLoad } from '../../shell/use-slow-load.ts';
import { pageSource } from '../store/page-source.ts';
import { releaseWhenGone } from '../store/preload.ts';
import { useReader, useReaderActions } from '../store/reader-context.tsx';
import classes from './page-image.module.css';
import type { PageShape, Size } from './page-shape.ts';
import { PageText } from './page-text.tsx';
import { wholePage, type PageView } from './page-view.ts';
import { drawnPageWidth } from './spread-layout.ts';

interface PageImageProps {
  page: PageShape;
  /** The part of the page to show; the whole page if undefined. */
  view?: PageView;
  /** CSS pixels; reserved before the image loads. */
  size: Size;
  /** False for preloaded neighbours of the visible pages. */
  isVisible: boolean;
  /** `sync` shows a turned page in one frame; `async` never blocks scrolling. */
  decoding: 'sync' | 'async';
}

/** One page: its image, a placeholder of the same size while loading, or an error, which is retried. */
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
  const hasText = useReader((state) => state.settings.page_text);
  const drawn = drawnPageWidth(view, size) * window.devicePixelRatio;
  // Only a larger size triggers another request; a smaller one scales the loaded image.
  const [largest, setLargest] = useState(drawn);
  if (drawn > largest) setLargest(drawn);
  const [attempt, setAttempt] = useState(0);
  // Fall back to the original if the server cannot resize the page.
  const [isStored, setIsStored] = useState(false);
  const resized = pageSource(bookId, page, largest, sharpen, attempt);
  const [outcome, setOutcome] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const stored = pageUrl(bookId, page.number);
  const [lastStored, setLastStored] = useState(stored);
  // The file was replaced.
  if (stored !== lastStored) {
    setLastStored(stored);
    setIsStored(false);
    if (outcome === 'failed') setOutcome('loading');
  }

  const retry = () => {
    setOutcome('loading');
    setIsStored(false);
    setAttempt(attempt + 1);
  };
  const isSlow = useSlowLoad(isVisible && outcome === 'loading', retry);

  useEffect(() => {
    if (!isVisible || outcome === 'loading') return;
    actions.set({ isReady: true, ...(outcome === 'loaded' && { isShown: true }) });
  }, [isVisible, outcome, actions]);

  return (
    <div className={classes.page} data-outcome={outcome} style={size}>
      {outcome === 'loading' && (
        <span className={classes.number}>
          {page.number}
          {isSlow && <RetryButton onRetry={retry} />}
        </span>
      )}
      {outcome === 'failed' ? (
        <PageError page={page.number} address={stored} failures={attempt + 1} onRetry={retry} />
      ) : (
        <div className={classes.frame} style={frameOf(view, size)}>
          <img
            ref={releaseWhenGone}
            className={classes.image}
            style={partStyle(view)}
            src={isStored ? stored : resized}
            alt={t('page.alt', { page: page.number })}
            data-number={page.number}
            data-page={isVisible ? page.number : undefined}
            decoding={decoding}
            draggable={false}
            onLoad={({ currentTarget: image }) => {
              // Decode ahead of the turn; a failure appears as the image's error event.
              image.decode().catch(() => undefined);
              actions.measure(page.number, {
                width: image.naturalWidth,
                height: image.naturalHeight,
              });
              setOutcome('loaded');
            }}
            onError={() => {
              if (!isStored && resized.includes('width=')) setIsStored(true);
              else setOutcome('failed');
            }}
          />
          {hasText && isVisible && <PageText page={page.number} style={partStyle(view)} />}
        </div>
      )}
      {page.isCutOff === true && outcome === 'loaded' && (
        <p className={classes.note}>{t('page.cutOff', { page: page.number })}</p>
      )}
    </div>
  );
};

/** CSS of the frame, which swaps its sides and rotates if the page is turned. */
const frameOf = ({ isTurned }: PageView, { width, height }: Size): CSSProperties =>
  isTurned ? { width: height, height: width, rotate: '90deg' } : { width, height };

/** Positions the whole page so that the visible part fills the frame. */
const partStyle = ({ part }: PageView): CSSProperties => ({
  width: `${100 / part.width}%`,
  height: `${100 / part.height}%`,
  left: `${(-100 * part.x) / part.width}%`,
  top: `${(-100 * part.y) / part.height}%`,
});

interface PageErrorProps {
  page: number;
  /** URL of the image, which an element does not explain. */
  address: string;
  failures: number;
  onRetry: () => void;
}

const PageError = ({ page, address, failures, onRetry }: PageErrorProps) => {
  const { t } = useTranslation(['reader', 'common']);
  const isLost = useIsLost();
  const sentence = useTranslateServerMessage();
  const { data: reason } = useQuery({
    queryKey: ['page-failure', address, failures],
    queryFn: ({ signal }) => reasonAt(address, signal),
    gcTime: 0,
    retry: false,
  });
  useRetries(failures, onRetry);
  return (
    <div className={classes.error} role="group" aria-label={t('page.failed', { page })}>
      <IconPhotoX size={32} stroke={1.4} aria-hidden />
      <p>{t('page.failed', { page })}</p>
      {typeof reason === 'string' && !isLost && <p role="alert">{sentence(reason)}</p>}
      {isLost && <p>{t('common:lost.title')}</p>}
      <RetryButton onRetry={onRetry} />
    </div>
  );
};

const RetryButton = ({ onRetry }: Pick<PageErrorProps, 'onRetry'>) => {
  const { t } = useTranslation('reader');
  return (
    <button
      type="button"
      className={classes.retry}
      onClick={(event) => {
        event.stopPropagation();
        onRetry();
      }}
    >
      <IconRefresh size={16} aria-hidden /> {t('retry')}
    </button>
  );
};

/** The server's message about an image that it did not send; null if it sent one that cannot be shown. */
const reasonAt = async (address: string, signal: AbortSignal): Promise<string | null> => {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  if (response.ok) {
    await response.body?.cancel();
    return null;
  }
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  return body?.message ?? null;
};
