import { useLayoutEffect, useRef, type CSSProperties, type RefObject } from 'react';

import { useReader } from '../store/reader-context.tsx';
import { PageImage } from './page-image.tsx';
import classes from './paged-stage.module.css';
import { drawSpread } from './spread-layout.ts';
import type { Spread } from './spreads.ts';

interface SpreadPaneProps {
  spread: Spread;
  /** Offset from the current spread in screens, to the right or down: -1, 0 or 1. */
  offset: number;
  /** Set for the current spread only. */
  paneRef: RefObject<HTMLDivElement | null> | undefined;
}

/** One spread, fitted to the viewport and scrollable if larger. */
export const SpreadPane = ({ spread, offset, paneRef }: SpreadPaneProps) => {
  const element = useRef<HTMLDivElement>(null);
  const isCurrent = paneRef !== undefined;
  const pages = useReader((state) => state.pages);
  const crops = useReader((state) => state.crops);
  const viewport = useReader((state) => state.viewport);
  const settings = useReader((state) => state.settings);
  const zoom = useReader((state) => (isCurrent ? state.zoom : 1));
  const isReversed = useReader((state) => state.mode === 'rtl');
  const jump = useReader((state) => state.jump);

  const drawn = drawSpread(spread, { pages, crops, viewport, settings }, zoom);

  useLayoutEffect(() => {
    const { current } = element;
    if (!paneRef || !current) return;
    paneRef.current = current;
    // Start in the corner where reading starts: at the top, on the side of the first page.
    const atStart = jump.from === 'start';
    current.scrollTop = atStart ? 0 : current.scrollHeight;
    current.scrollLeft = atStart === isReversed ? current.scrollWidth : 0;
  }, [paneRef, jump, isReversed]);

  return (
    <div
      ref={element}
      className={classes.pane}
      style={{ '--offset': offset } as CSSProperties}
      data-current={isCurrent || undefined}
      inert={!isCurrent}
      aria-hidden={!isCurrent}
    >
      <div
        className={classes.sheet}
        style={{ gap: settings.gap }}
        data-reversed={isReversed || undefined}
      >
        {drawn.map(({ leaf, page, view, size }) => (
          <PageImage
            key={leaf.page}
            page={page}
            view={view}
            size={size}
            isVisible={isCurrent}
            decoding="sync"
          />
        ))}
      </div>
    </div>
  );
};
