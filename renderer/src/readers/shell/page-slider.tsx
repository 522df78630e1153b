import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

import { clamp } from '../../../../shared/clamp.ts';
import { pageUrl } from '../../api/client.ts';
import classes from './bars.module.css';
import { focusPages } from './focus-pages.ts';

interface PageSliderProps {
  bookId: string;
  page: number;
  count: number;
  /** Right to left. */
  isReversed?: boolean;
  /** Aspect ratio (height / width) of a page; null if unknown. */
  ratioAt?: (page: number) => number | null;
  onGo: (page: number) => void;
}

const previewWidth = 120;
/** Very tall pages are cropped to their top. */
const maxRatio = 1.8;
const usualRatio = 1.5;

/** A slider over all pages. Shows a preview while dragged and turns on release. */
export const PageSlider = (props: PageSliderProps) => {
  const { bookId, page, count, isReversed = false, ratioAt, onGo } = props;
  const { t } = useTranslation('reader');
  const slider = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  /** Whether the slider is moved by pointer, not by key. */
  const isPointed = useRef(false);
  const preview = dragged ?? hovered;

  // React's onChange fires on every movement; only the native `change` event marks the end.
  useEffect(() => {
    const { current: input } = slider;
    const commit = () => {
      if (!input) return;
      setDragged(null);
      onGo(Number(input.value));
      // The next key press would make the focus visible and keep hidden bars shown.
      if (isPointed.current) focusPages();
    };
    input?.addEventListener('change', commit);
    return () => input?.removeEventListener('change', commit);
  }, [onGo]);

  return (
    <div
      className={classes.slider}
      style={{ '--share': shareOf(preview ?? page, count) } as CSSProperties}
    >
      <input
        ref={slider}
        type="range"
        min={1}
        max={count}
        value={dragged ?? page}
        disabled={count < 2}
        aria-label={t('page.slider')}
        aria-valuetext={t('page.position', { page: dragged ?? page, count })}
        onChange={({ target }) => setDragged(Number(target.value))}
        onPointerDown={() => (isPointed.current = true)}
        onKeyDown={() => (isPointed.current = false)}
        onPointerMove={({ clientX, currentTarget, pointerType }) => {
          if (pointerType !== 'mouse') return;
          const { left, width } = currentTarget.getBoundingClientRect();
          const share = clamp((clientX - left) / width, 0, 1);
          setHovered(Math.round((isReversed ? 1 - share : share) * (count - 1)) + 1);
        }}
        onPointerLeave={() => setHovered(null)}
      />
      {preview !== null && (
        <Preview bookId={bookId} page={preview} ratio={ratioAt?.(preview) ?? usualRatio} />
      )}
    </div>
  );
};

const shareOf = (page: number, count: number): number => (count < 2 ? 0 : (page - 1) / (count - 1));

/** Debounce of preview requests (ms). */
const restTime = 70;

interface PreviewProps {
  bookId: string;
  page: number;
  ratio: number;
}

const Preview = ({ bookId, page, ratio }: PreviewProps) => {
  const [loaded, setLoaded] = useState<number | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => setLoaded(page), restTime);
    return () => clearTimeout(timer);
  }, [page]);

  const height = previewWidth * Math.min(maxRatio, ratio);
  return (
    <div className={classes.preview} aria-hidden>
      <div className={classes.previewPage} style={{ width: previewWidth, height }}>
        {loaded === page && <img src={pageUrl(bookId, page, { width: 240 })} alt="" />}
      </div>
      {page}
    </div>
  );
};
