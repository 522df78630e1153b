import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';

import { pageUrl } from '../../api/client.ts';
import { pageOfKey } from './page-of-key.ts';
import classes from './thumbnail-strip.module.css';

/** Distance between two thumbnails (px). */
const slot = 96;
/** Thumbnails rendered beyond each side of the viewport. */
const spare = 4;

export interface ThumbnailsProps {
  bookId: string;
  count: number;
  /** The current page. */
  page: number;
  /** Pages visible together in the spread. */
  shown: readonly number[];
  isReversed?: boolean;
  onGo: (page: number) => void;
}

/** Thumbnails of all pages in reading direction; only those in view are rendered. */
export const ThumbnailStrip = (props: ThumbnailsProps) => {
  const { bookId, count, page, shown, isReversed = false, onGo } = props;
  const { t } = useTranslation('reader');
  const strip = useRef<HTMLDivElement>(null);
  const visible = Math.ceil(window.innerWidth / slot) + 2 * spare;
  const [first, setFirst] = useState(() => Math.max(1, page - Math.floor(visible / 2)));

  const follow = () => {
    // In a right-to-left strip scrollLeft is negative.
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
    strip.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, []);

  /** Keys move along the strip instead of turning the page. */
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const from = Number((event.target as HTMLElement).dataset['number']);
    const rows = Math.max(1, Math.floor(event.currentTarget.clientWidth / slot));
    const target = pageOfKey(event, from, { count, isReversed, columns: 1, rows });
    if (target === null) return;
    event.preventDefault();
    // Rendered before it takes the focus, which scrolls it into view.
    if (target < first || target >= first + visible) {
      flushSync(() => setFirst(Math.max(1, target - Math.floor(visible / 2))));
    }
    strip.current?.querySelector<HTMLElement>(`[data-number="${target}"]`)?.focus();
  };

  const numbers = Array.from({ length: visible }, (_, index) => first + index);
  return (
    <nav
      ref={strip}
      className={classes.strip}
      aria-label={t('thumbnails.title')}
      dir={isReversed ? 'rtl' : 'ltr'}
      onScroll={follow}
      onKeyDown={onKeyDown}
    >
      <div className={classes.track} style={{ width: count * slot }}>
        {numbers
          .filter((number) => number <= count)
          .map((number) => (
            <button
              key={number}
              type="button"
              className={classes.thumbnail}
              data-number={number}
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
