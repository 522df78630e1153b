import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

import { pageUrl } from '../api/client.ts';
import classes from './bars.module.css';
import { ratioOf } from './page-shape.ts';
import { useReader, useReaderActions } from './reader-context.tsx';

const previewWidth = 120;
/** Very tall pages show their top only. */
const mostRatio = 1.8;

/** A slider over all pages. Dragging shows a preview; letting go turns there. */
export const PageSlider = () => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const slider = useRef<HTMLInputElement>(null);
  const page = useReader((state) => state.page);
  const count = useReader((state) => state.pages.length);
  const isReversed = useReader((state) => state.mode === 'rtl');
  const [dragged, setDragged] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const preview = dragged ?? hovered;

  // React's onChange follows every movement; the browser's own event says that it is over.
  useEffect(() => {
    const { current: input } = slider;
    const commit = () => {
      if (!input) return;
      setDragged(null);
      actions.goTo(Number(input.value));
    };
    input?.addEventListener('change', commit);
    return () => input?.removeEventListener('change', commit);
  }, [actions]);

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
        onPointerMove={({ clientX, currentTarget, pointerType }) => {
          if (pointerType !== 'mouse') return;
          const { left, width } = currentTarget.getBoundingClientRect();
          const share = Math.min(1, Math.max(0, (clientX - left) / width));
          setHovered(Math.round((isReversed ? 1 - share : share) * (count - 1)) + 1);
        }}
        onPointerLeave={() => setHovered(null)}
      />
      {preview !== null && <Preview page={preview} />}
    </div>
  );
};

const shareOf = (page: number, count: number): number => (count < 2 ? 0 : (page - 1) / (count - 1));

/** Milliseconds that the slider rests on a page before its image is asked for. */
const restTime = 70;

const Preview = ({ page }: { page: number }) => {
  const bookId = useReader((state) => state.book.id);
  const shape = useReader((state) => state.pages[page - 1]);
  const [loaded, setLoaded] = useState<number | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => setLoaded(page), restTime);
    return () => clearTimeout(timer);
  }, [page]);

  const height = previewWidth * Math.min(mostRatio, shape ? ratioOf(shape) : 1.5);
  return (
    <div className={classes.preview} aria-hidden>
      <div className={classes.previewPage} style={{ width: previewWidth, height }}>
        {loaded === page && <img src={pageUrl(bookId, page, { width: 240 })} alt="" />}
      </div>
      {page}
    </div>
  );
};
