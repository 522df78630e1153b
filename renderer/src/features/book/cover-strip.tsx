import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';

import classes from './book-page.module.css';

/** Distance between two images (px); one is 104 px wide. */
const step = 118;

interface CoverStripProps {
  label: string;
  count: number;
  /** 0-based; in view at first. */
  current: number;
  children: (index: number) => ReactNode;
}

/** A titled row of small images that scrolls sideways. Only those in view are loaded. */
export const CoverStrip = ({ label, count, current, children }: CoverStripProps) => {
  const strip = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- a warning for React Compiler, which is not used
  const virtualizer = useVirtualizer({
    horizontal: true,
    count,
    getScrollElement: () => strip.current,
    estimateSize: () => step,
    overscan: 2,
    initialOffset: Math.max(0, (current - 2) * step),
  });
  return (
    <section className={classes.section} aria-label={label}>
      <h2 className={classes.heading}>{label}</h2>
      <div ref={strip} className={classes.strip}>
        <ul className={classes.pages} style={{ width: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <li key={index} className={classes.page} style={{ left: start }}>
              {children(index)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};
