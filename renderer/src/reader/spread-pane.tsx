import { useLayoutEffect, useRef, type CSSProperties, type RefObject } from 'react';

import { fitSpread } from './fit.ts';
import { PageImage } from './page-image.tsx';
import { sizeOf } from './page-shape.ts';
import classes from './paged-stage.module.css';
import { useReader } from './reader-context.tsx';
import type { Spread } from './spreads.ts';

interface SpreadPaneProps {
  spread: Spread;
  /** Screens away from the shown spread, to the right or down: -1, 0 or 1. */
  offset: number;
  /** Given for the shown spread only. */
  paneRef: RefObject<HTMLDivElement | null> | undefined;
}

/** One spread, fitted to the window and scrollable where it is larger than that. */
export const SpreadPane = ({ spread, offset, paneRef }: SpreadPaneProps) => {
  const element = useRef<HTMLDivElement>(null);
  const isCurrent = paneRef !== undefined;
  const allPages = useReader((state) => state.pages);
  const viewport = useReader((state) => state.viewport);
  const settings = useReader((state) => state.settings);
  const zoom = useReader((state) => (isCurrent ? state.zoom : 1));
  const isReversed = useReader((state) => state.mode === 'rtl');
  const jump = useReader((state) => state.jump);

  const pages = spread.flatMap((number) => allPages[number - 1] ?? []);
  const sizes = fitSpread(pages.map(sizeOf), viewport, settings, zoom);

  useLayoutEffect(() => {
    const { current } = element;
    if (!paneRef || !current) return;
    paneRef.current = current;
    // Reading starts in the corner where the eye would: top, on the side that the pages come from.
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
      <div className={classes.sheet} data-reversed={isReversed || undefined}>
        {pages.map((page, index) => (
          <PageImage
            key={page.number}
            page={page}
            size={sizes[index] ?? viewport}
            isVisible={isCurrent}
            decoding="sync"
          />
        ))}
      </div>
    </div>
  );
};
