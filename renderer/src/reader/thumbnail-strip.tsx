import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { pageUrl } from '../api/client.ts';
import classes from './thumbnail-strip.module.css';

/** Pixels from one thumbnail to the next. */
const slot = 96;
/** Thumbnails kept beyond both sides of the window. */
const spare = 4;

interface ThumbnailStripProps {
  bookId: string;
  count: number;
  /** The page that is read. */
  page: number;
  /** Pages that are shown beside each other. */
  shown: readonly number[];
  isReversed?: boolean;
  onGo: (page: number) => void;
}

/** All pages in small, in the direction of reading; only those in sight are on the page. */
export const ThumbnailStrip = (props: ThumbnailStripProps) => {
  const { bookId, count, page, shown, isReversed = false, onGo } = props;
  const { t } = useTranslation('reader');
  const strip = useRef<HTMLDivElement>(null);
  const visible = Math.ceil(window.innerWidth / slot) + 2 * spare;
  const [first, setFirst] = useState(() => Math.max(1, page - Math.floor(visible / 2)));

  const follow = () => {
    // From right to left the browser counts below zero.
    const scrolled = Math.abs(strip.current?.scrollLeft ?? 0);
    setFirst(Math.max(1, Math.floor(scrolled / slot) + 1 - spare));
  };

  useLayoutEffect(() => {
    const { current } = strip;
    if (!current) return;
    const middle = (page - 0.5) * slot - current.clientWidth / 2;
    current.scrollLeft = isReversed ? -middle : middle;
  }, [page, isReversed]);

  useEffect(() => {
    const before = document.activeElement;
    strip.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const numbers = Array.from({ length: visible }, (_, index) => first + index);
  return (
    <nav
      ref={strip}
      className={classes.strip}
      aria-label={t('thumbnails.title')}
      dir={isReversed ? 'rtl' : 'ltr'}
      onScroll={follow}
      onKeyDown={(event) => {
        const isLeft = event.key === 'ArrowLeft';
        if (!isLeft && event.key !== 'ArrowRight') return;
        // The arrows walk along the strip here; they do not turn the page behind it.
        event.preventDefault();
        const { activeElement } = document;
        const other =
          isLeft === isReversed
            ? activeElement?.nextElementSibling
            : activeElement?.previousElementSibling;
        if (other instanceof HTMLElement) other.focus();
      }}
    >
      <div className={classes.track} style={{ width: count * slot }}>
        {numbers
          .filter((number) => number <= count)
          .map((number) => (
            <button
              key={number}
              type="button"
              className={classes.thumbnail}
              style={{ insetInlineStart: (number - 1) * slot }}
              aria-label={t('page.alt', { page: number })}
              aria-current={shown.includes(number) ? 'page' : undefined}
              onClick={() => onGo(number)}
            >
              <img src={pageUrl(bookId, number, { width: 160 })} alt="" decoding="async" />
              <span>{number}</span>
            </button>
          ))}
      </div>
    </nav>
  );
};
